/**
 * An API key: `ph_` + 8 characters of public prefix + `_` + 32 random characters + 6 characters of checksum. The fixed start lets
 * secret scanners find leaked keys; the checksum detects typos without a lookup.
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
  // The checksum reveals 22 bits of a secret of 190.
  return { key, prefix, lastFour: key.slice(-4), secretHash: hashApiKey(key) };
}

/** Hash of the whole key. Its 190 random bits need no slow hash. */
export function hashApiKey(key: string): Buffer {
  return hash("sha256", key, "buffer");
}

/** The public prefix of a well-formed key; null for a typo or any other text. */
export function prefixOf(text: string): string | null {
  if (!SHAPE.test(text)) return null;
  const body = text.slice(0, -CHECKSUM_LENGTH);
  return checksumOf(body) === text.slice(-CHECKSUM_LENGTH) ? text.slice(0, PREFIX_LENGTH) : null;
}

/** Finds a key anywhere in a text, such as a query string. */
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
