import { closeSync, fdatasync, mkdirSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { lockFile } from "../../../platform/files/index.ts";
import { newId } from "../../../platform/ids/index.ts";

const syncData = promisify(fdatasync);

export const HIT_FILE = /^([0-9a-f-]{36})\.log$/;

/** A file that gets the hits of this process. The lock beside it shows readers that it may grow. */
export class HitFile {
  readonly #lock: { release(): void };
  #descriptor: number | null;

  private constructor(path: string, lock: { release(): void }) {
    this.#lock = lock;
    this.#descriptor = openSync(path, "a", 0o600);
  }

  /** Throws if the directory is not writable. */
  static create(directory: string): HitFile {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const path = join(directory, `${newId()}.log`);
    const lock = lockFile(lockOf(path));
    if (!lock) throw new Error("another process holds the lock of a new journal file");
    try {
      return new HitFile(path, lock);
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  /**
   * Returns when the system has the bytes: a kill of this process does not lose them.
   *
   * @returns the number of bytes that were written, which is less when the disk is full
   */
  append(bytes: Buffer): number {
    return this.#descriptor === null ? 0 : writeSync(this.#descriptor, bytes);
  }

  /** Resolves when the disk has the bytes: a power failure does not lose them. */
  async sync(): Promise<void> {
    if (this.#descriptor !== null) await syncData(this.#descriptor);
  }

  /** The file gets no more hits. */
  end(): void {
    if (this.#descriptor !== null) closeSync(this.#descriptor);
    this.#descriptor = null;
    this.#lock.release();
  }
}

export function lockOf(path: string): string {
  return path.replace(/\.log$/, ".lock");
}

/** Where a file goes that cannot be read completely. */
export function damagedOf(path: string): string {
  return path.replace(/\.log$/, ".damaged");
}
