import { closeSync, fdatasync, mkdirSync, openSync, writeSync } from "node:fs";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { lockFile } from "../../../platform/files/index.ts";
import { newId } from "../../../platform/ids/index.ts";

const syncData = promisify(fdatasync);

/** One file of hits, and the lock beside it, which shows other processes that its writer is alive. */
export class HitFile {
  readonly id: string;
  readonly #path: string;
  readonly #lock: { release(): void };
  #descriptor: number | null = null;

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
    if (!lock) throw new Error("another process holds the lock of a new journal file");
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

  /** Returns when the operating system has the bytes, so that a kill of this process does not lose them. Throws if not all were written. */
  append(text: string): void {
    this.#descriptor ??= openSync(this.#path, "a", 0o600);
    if (writeSync(this.#descriptor, text) < Buffer.byteLength(text))
      throw Object.assign(new Error("only a part of the hits could be written"), { code: "ENOSPC" });
  }

  /** Resolves when the disk has the bytes: a power failure does not lose them. */
  async sync(): Promise<void> {
    if (this.#descriptor !== null) await syncData(this.#descriptor);
  }

  async read(): Promise<string> {
    return await readFile(this.#path, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return "";
      throw error;
    });
  }

  async remove(): Promise<void> {
    this.#close();
    await rm(this.#path, { force: true });
    this.#lock.release();
    await rm(lockOf(this.#path), { force: true });
  }

  /** Leaves the file to the next process that looks for one. */
  release(): void {
    this.#close();
    this.#lock.release();
  }

  #close(): void {
    if (this.#descriptor !== null) closeSync(this.#descriptor);
    this.#descriptor = null;
  }
}

function lockOf(path: string): string {
  return path.replace(/\.log$/, ".lock");
}
