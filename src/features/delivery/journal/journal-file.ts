import { closeSync, ftruncateSync, mkdirSync, openSync, renameSync, unlinkSync, writeSync } from "node:fs";
import { join } from "node:path";
import { lockFile } from "../../../platform/files/index.ts";
import { newId } from "../../../platform/ids/index.ts";

/**
 * The file of one journal, readable by its owner only because it holds replies of recipients' servers, and the lock beside it, which
 * shows other processes that its writer is alive.
 */
export class JournalFile {
  readonly #path: string;
  readonly #lock: { release(): void };
  #file: number;

  /** Throws if it cannot be written. */
  constructor(directory: string, head: string) {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const id = newId();
    this.#path = join(directory, `${id}.log`);
    const lock = lockFile(lockPathOf(this.#path));
    if (!lock) throw new Error("the lock of a new journal is taken");
    this.#lock = lock;
    try {
      this.#file = openSync(this.#path, "a", 0o600);
    } catch (error) {
      this.#unlock();
      throw error;
    }
    try {
      this.append(head);
    } catch (error) {
      this.remove();
      throw error;
    }
  }

  /** Returns when the system has the bytes: other processes can read them even if this one is killed. Throws if not all were written. */
  append(text: string): void {
    writeWhole(this.#file, text);
  }

  truncate(bytes: number): void {
    ftruncateSync(this.#file, bytes);
  }

  /** Replaces the contents atomically. */
  replace(text: string): void {
    const path = `${this.#path}.new`;
    const file = openSync(path, "a", 0o600);
    try {
      ftruncateSync(file, 0);
      writeWhole(file, text);
      renameSync(path, this.#path);
    } catch (error) {
      closeSync(file);
      throw error;
    }
    closeSync(this.#file);
    this.#file = file;
  }

  /** Throws if it cannot be removed; then other processes will read it. */
  remove(): void {
    unlinkSync(this.#path);
    closeSync(this.#file);
    this.#unlock();
  }

  #unlock(): void {
    this.#lock.release();
    unlinkSync(lockPathOf(this.#path));
  }
}

export function lockPathOf(journalPath: string): string {
  return journalPath.replace(/\.log$/, ".lock");
}

function writeWhole(file: number, text: string): void {
  if (writeSync(file, text) < Buffer.byteLength(text))
    throw Object.assign(new Error("not all of it could be written"), { code: "ENOSPC" });
}

/** A full disk or an exceeded quota. */
export function isDiskFull(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ENOSPC" || code === "EDQUOT";
}
