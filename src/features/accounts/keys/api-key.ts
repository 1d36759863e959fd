/**
 * An API key: `ph_` + 8 characters of public prefix + `_` + 32 random characters + 6 characters of checksum. The fixed beginning lets
 * secret scanners find leaked keys; the checksum tells a typo from a key without a look-up.
 */
import { hash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const shape = /^ph_[0-9A-Za-z]{8}_[0-9A-Za-z]{38}$/;
const prefixLength = "ph_xxxxxxxx".length;
const checksumLength = 6;
export const apiKeyLength = prefixLength + "_".length + 32 + checksumLength;

export type ApiKey = { key: string; prefix: string; lastFour: string; secretHash: Buffer };

export function makeApiKey(prefix = `ph_${randomBase62(8)}`): ApiKey {
  const body = `${prefix}_${randomBase62(32)}`;
  const key = body + checksumOf(body);
  // Of the checksum: 22 bits about a secret of 190.
  return { key, prefix, lastFour: key.slice(-4), secretHash: hashApiKey(key) };
}

/** Of the whole key; its 190 random bits need no slow hash. */
export function hashApiKey(key: string): Buffer {
  return hash("sha256", key, "buffer");
}

/** The public part of a key that could be one of ours, or null for a typo or something else. */
export function prefixOf(text: string): string | null {
  if (!shape.test(text)) return null;
  const body = text.slice(0, -checksumLength);
  return checksumOf(body) === text.slice(-checksumLength) ? text.slice(0, prefixLength) : null;
}

/** Anywhere in a text, such as a query string. */
export function holdsApiKey(text: string): boolean {
  return /ph_[0-9A-Za-z]{8}_[0-9A-Za-z]{38}/.test(text);
}

function randomBase62(length: number): string {
  return Array.from({ length }, () => base62[randomInt(base62.length)]).join("");
}

/** CRC-32 in base 62: 62^6 is more than 2^32. */
function checksumOf(body: string): string {
  let rest = crc32(body);
  let text = "";
  for (let digit = 0; digit < checksumLength; digit += 1) {
    text = base62[rest % base62.length] + text;
    rest = Math.floor(rest / base62.length);
  }
  return text;
}
