import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

const BLOCK_BYTES = 512;

/** Returns the space on disk of a directory, as du does. */
export function bytesBelow(path) {
  const found = lstatSync(path);
  const own = found.blocks * BLOCK_BYTES;
  if (!found.isDirectory()) return own;
  return readdirSync(path).reduce((sum, name) => sum + bytesBelow(join(path, name)), own);
}
