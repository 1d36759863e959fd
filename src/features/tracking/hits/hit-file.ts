import { mkdirSync } from "node:fs";
import { type FileHandle, open, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { lockFile } from "../../../platform/files/index.ts";
import { newId } from "../../../platform/ids/index.ts";

/** One file of hits, and the lock beside it, which shows other processes that its writer is alive. */
export class HitFile {
  readonly id: string;
  readonly #path: string;
  readonly #lock: { release(): void };
  #handle: Promise<FileHandle> | null = null;

  private constructor(path: string, id: string, lock: { release(): void }) {
    this.id = id;
    this.#path = path;
    this.#lock = lock;
  }

  /** Throws if the directory is not writable. */
  static create(directory: string): HitFile {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const id = newId();
    const path = join(directory, `${id}.log`);
    const lock = lockFile(lockOf(path));
    if (!lock) throw new Error("the lock of a new file is taken");
    return new HitFile(path, id, lock);
  }

  /** The files of processes that have ended, and files that were set aside. We hold their locks. */
  static async *findAbandoned(directory: string): AsyncGenerator<HitFile> {
    const names = await readdir(directory).catch(() => []);
    for (const name of names.filter((name) => name.endsWith(".log")).sort()) {
      const path = join(directory, name);
      const lock = lockFile(lockOf(path));
      if (lock) yield new HitFile(path, name.slice(0, -".log".length), lock);
    }
  }

  /** Resolves when the bytes are on the disk. */
  async append(text: string): Promise<void> {
    this.#handle ??= open(this.#path, "a", 0o600);
    const handle = await this.#handle;
    await handle.appendFile(text);
    await handle.datasync();
  }

  async read(): Promise<string> {
    return await readFile(this.#path, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return "";
      throw error;
    });
  }

  async remove(): Promise<void> {
    await this.#close();
    await rm(this.#path, { force: true });
    this.#lock.release();
    await rm(lockOf(this.#path), { force: true });
  }

  /** Leaves the file to the next process that looks for one. */
  async release(): Promise<void> {
    await this.#close();
    this.#lock.release();
  }

  async #close(): Promise<void> {
    const handle = await this.#handle?.catch(() => null);
    this.#handle = null;
    await handle?.close();
  }
}

function lockOf(path: string): string {
  return path.replace(/\.log$/, ".lock");
}
