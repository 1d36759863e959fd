import { createWriteStream } from "node:fs";
import { Socket } from "node:net";
import type { Writable } from "node:stream";

/** Standard output for large results. If it is a file, process.stdout would ignore that a full disk took only a part of a write. */
export function openStandardOutput(): Writable {
  const { stdout } = process;
  return stdout instanceof Socket ? stdout : createWriteStream("", { fd: 1, autoClose: false });
}
