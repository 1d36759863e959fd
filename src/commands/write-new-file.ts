import { randomBytes } from "node:crypto";
import { existsSync, type WriteStream } from "node:fs";
import { link, open, rm } from "node:fs/promises";
import { CommandError } from "./explain.ts";

/** Checked before long work. The file may still appear meanwhile. */
export function refuseExisting(file: string): void {
  if (existsSync(file)) throw new CommandError(alreadyExists(file));
}

function alreadyExists(file: string): string {
  return `${file} exists: remove it, or choose another name`;
}

/** The file gets its name only when it is complete and on disk, and replaces none. Several commands may write at once. */
export async function writeNewFile<T>(file: string, write: (out: WriteStream) => Promise<T>): Promise<T> {
  const partial = `${file}.${randomBytes(4).toString("hex")}.partial`;
  try {
    const out = (await open(partial, "wx", 0o600)).createWriteStream({ flush: true });
    const result = await write(out);
    await link(partial, file);
    return result;
  } catch (error) {
    throw explainWrite(file, error);
  } finally {
    await rm(partial, { force: true });
  }
}

/** Failures of other calls are those of a connection. */
const FILE_CALLS = new Set(["open", "write", "fsync", "close", "link", "rename"]);

/** The name in `error` is that of a temporary file. */
export function explainWrite(name: string, error: unknown): unknown {
  const { code, syscall = "" } = error as NodeJS.ErrnoException;
  if (code === undefined || !FILE_CALLS.has(syscall)) return error;
  if (code === "EEXIST") return new CommandError(alreadyExists(name));
  return new CommandError(`${name} cannot be written (${code}): choose another place`);
}
