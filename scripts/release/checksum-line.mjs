import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The line of SHA256SUMS for a file of the directory. */
export function checksumLine(directory, name) {
  const bytes = readFileSync(join(directory, name));
  return `${createHash("sha256").update(bytes).digest("hex")}  ${name}\n`;
}
