/**
 * An API key: `ph_` + 8 characters of public prefix + `_` + 32 random characters + 6 characters of checksum. The fixed beginning lets
 * secret scanners find leaked keys; the checksum tells a typo from a key without a look-up.
 */
import { hash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const SHAPE = /^ph_[0-9A-Za-z]{8}_[0-9A-Za-z]{38}$/;
const PREFIX_LENGTH = "ph_xxxxxxxx".length;
const CHECKSUM_LENGTH = 6;
export const API_KEY_LENGTH = PREFIX_LENGTH + "_".length + 32 + CHECKSUM_LENGTH;

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
  if (!SHAPE.test(text)) return null;
  const body = text.slice(0, -CHECKSUM_LENGTH);
  return checksumOf(body) === text.slice(-CHECKSUM_LENGTH) ? text.slice(0, PREFIX_LENGTH) : null;
}

/** Anywhere in a text, such as a query string. */
export function holdsApiKey(text: string): boolean {
  return /ph_[0-9A-Za-z]{8}_[0-9A-Za-z]{38}/.test(text);
}

function randomBase62(length: number): string {
  return Array.from({ length }, () => BASE62[randomInt(BASE62.length)]).join("");
}

/** CRC-32 in base 62: 62^6 is more than 2^32. */
function checksumOf(body: string): string {
  let rest = crc32(body);
  let text = "";
  for (let digit = 0; digit < CHECKSUM_LENGTH; digit += 1) {
    text = BASE62[rest % BASE62.length] + text;
    rest = Math.floor(rest / BASE62.length);
  }
  return text;
}
