import { closeSync, ftruncateSync, mkdirSync, openSync, renameSync, unlinkSync, writeSync } from "node:fs";
import { join } from "node:path";
import { lockFile } from "../../../platform/files/index.ts";
import { newId } from "../../../platform/ids/index.ts";

/**
 * The file of one journal, for its owner alone (it names recipients' servers and what they said), and the lock beside it, which
 * tells others that its writer lives.
 */
export class JournalFile {
  readonly #path: string;
  readonly #lock: { release(): void };
  #file: number;

  /** Throws where nothing can be written. */
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

  /** Returns when the system has it: whatever ends this process, others can read it. Throws when not all could be written. */
  append(text: string): void {
    writeWhole(this.#file, text);
  }

  truncate(bytes: number): void {
    ftruncateSync(this.#file, bytes);
  }

  /** At every moment the file is whole, with what it was or with what it becomes. */
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

  /** Throws when it cannot be removed; then others will read it. */
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

/** Also a quota that is used up. */
export function isDiskFull(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ENOSPC" || code === "EDQUOT";
}
