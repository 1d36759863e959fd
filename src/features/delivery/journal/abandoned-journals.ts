import { readFileSync } from "node:fs";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { lockFile } from "../../../platform/files/index.ts";
import { lockPathOf } from "./journal-file.ts";

/** A journal whose writer has ended, held by us: nobody else reads it meanwhile. */
export type AbandonedJournal = {
  text: string;
  /** When all that it tells of is settled. */
  remove(): Promise<void>;
  /** For another look, by whomever. */
  release(): void;
};

/** The journals of processes that live no more, one after the other. */
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

/** Null: its writer has ended properly since we listed it, or somebody else has recovered it. */
async function readIfThere(path: string): Promise<string | null> {
  return await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
}

/** Another one after each start of the machine; null where the system does not tell. */
export function readBootId(): string | null {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return null;
  }
}
