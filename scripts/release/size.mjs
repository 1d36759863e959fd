import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { say } from "../setup/set-up-error.mjs";

const BLOCK_BYTES = 512;

/** Returns the space on disk of a directory, as du does. */
export function bytesBelow(path) {
  const found = lstatSync(path);
  const own = found.blocks * BLOCK_BYTES;
  if (!found.isDirectory()) return own;
  return readdirSync(path).reduce((sum, name) => sum + bytesBelow(join(path, name)), own);
}

/** Prints a size. Throws if it is above the limit. */
export function checkSize(what, { bytes, mostMb }) {
  const size = `${what}: ${megabytes(bytes)} MB`;
  say(size);
  if (megabytes(bytes) > mostMb) throw new Error(`${size}; the limit is ${mostMb} MB`);
}

export function megabytes(bytes) {
  return Math.ceil(bytes / 1024 ** 2);
}
