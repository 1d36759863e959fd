import { randomBytes } from "node:crypto";
import { existsSync, rmSync, type WriteStream } from "node:fs";
import { link, open, rename, rm } from "node:fs/promises";
import { onStopSignal } from "../platform/processes/index.ts";
import { CommandError } from "./explain.ts";

const WITHOUT_LINKS = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"]);

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
  const ignoreSignals = removeOnStopSignal(partial);
  try {
    const out = (await open(partial, "wx", 0o600)).createWriteStream({ flush: true });
    const result = await write(out);
    await giveName(partial, file);
    return result;
  } catch (error) {
    throw explainWrite(file, error);
  } finally {
    await rm(partial, { force: true }).finally(ignoreSignals);
  }
}

/**
 * link(2) replaces no file, but some file systems, such as exFAT, have no hard links. On those, a file that another command creates between
 * the check and the renaming is replaced.
 */
async function giveName(partial: string, file: string): Promise<void> {
  try {
    await link(partial, file);
  } catch (error) {
    if (!WITHOUT_LINKS.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
    refuseExisting(file);
    await rename(partial, file);
  }
}

/** Removes the file at a stop signal, and ends the process unless the signal has other listeners. Returns a function that stops this. */
function removeOnStopSignal(partial: string): () => void {
  const ignoreSignals = onStopSignal({
    first: (signal) => {
      rmSync(partial, { force: true });
      ignoreSignals();
      if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
    },
    again: () => undefined,
  });
  return ignoreSignals;
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
