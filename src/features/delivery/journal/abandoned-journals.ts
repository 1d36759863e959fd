import { readFileSync } from "node:fs";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { lockFile } from "../../../platform/files/index.ts";
import { lockPathOf } from "./journal-file.ts";

/** A journal whose writer has ended. We hold its lock, so that no other process reads it meanwhile. */
export type AbandonedJournal = {
  text: string;
  /** Deletes the journal, after all of its attempts are settled. */
  remove(): Promise<void>;
  /** Releases the lock, so that any process may try again. */
  release(): void;
};

/** The journals of processes that have ended, one after the other. */
export async function* findAbandoned(directory: string): AsyncGenerator<AbandonedJournal> {
  const names = await readdir(directory).catch(() => []);
  for (const name of names.filter((name) => name.endsWith(".log"))) {
    const path = join(directory, name);
    const lock = lockFile(lockPathOf(path));
    if (!lock) continue;
    const remove = async () => {
      for (const gone of [path, `${path}.new`]) await rm(gone, { force: true });
      lock.release();
      await rm(lockPathOf(path), { force: true });
    };
    const text = await readIfThere(path);
    if (text === null) await remove();
    else yield { text, remove, release: () => lock.release() };
  }
}

/** Null: its writer has stopped normally meanwhile, or another process has recovered it. */
async function readIfThere(path: string): Promise<string | null> {
  return await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
}

/** Changes with each start of the machine. Null: the system does not provide one. */
export function readBootId(): string | null {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return null;
  }
}
