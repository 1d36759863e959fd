import { open, rename, rm } from "node:fs/promises";
import { lockFile } from "../../../platform/files/index.ts";
import { type NumberedHit, readLines } from "./hit.ts";
import { damagedOf, lockOf } from "./hit-file.ts";

/** Read at once, about 4,000 hits. */
const CHUNK_BYTES = 1024 * 1024;
/** A file that has not grown for this long may have been left by its writer. */
const QUIET_MS = 1_000;
const TRY_LOCK_EVERY_MS = 5_000;
const LF = 0x0a;

/** Reads a file of hits while its writer appends to it. */
export class HitReader {
  readonly id: string;
  /** The time before which all hits of the file were read. */
  readUpTo: number;
  isAtEnd = false;
  readonly #path: string;
  #offset = 0;
  #unrecorded = 0;
  #grewAt = Number.NEGATIVE_INFINITY;
  #triedAt = Number.NEGATIVE_INFINITY;
  #hasWriterEnded = false;
  #damagedLines = 0;

  constructor(id: string, path: string, createdAt: number) {
    this.id = id;
    this.#path = path;
    this.readUpTo = createdAt;
  }

  /** Whether all hits were read, and no others will come. */
  get isComplete(): boolean {
    return this.isAtEnd && this.#hasWriterEnded;
  }

  /** Returns the next hits, none at the end. A line that is not complete yet is read later. */
  async read(now: number): Promise<NumberedHit[]> {
    const bytes = (await this.#readChunk()) ?? Buffer.alloc(0);
    this.isAtEnd = bytes.length < CHUNK_BYTES;
    const end = bytes.lastIndexOf(LF) + 1;
    // No line is as long as a chunk.
    if (end === 0 && !this.isAtEnd) this.#damagedLines += 1;
    this.#offset += end === 0 && !this.isAtEnd ? bytes.length : end;
    const { hits, damaged } = readLines(bytes.toString("utf8", 0, end));
    this.#damagedLines += damaged;
    this.#unrecorded += hits.length;
    if (end > 0) this.#grewAt = performance.now();
    this.readUpTo = this.isAtEnd ? now : (hits.at(-1)?.hit.at ?? this.readUpTo);
    return hits;
  }

  /** Called when hits of this file are stored. */
  recorded(count: number): void {
    this.#unrecorded -= count;
  }

  /**
   * Removes the file if its writer has ended and all its hits are stored. A file with damaged lines is kept under another name.
   *
   * @returns the new path of a file with damaged lines
   */
  async removeIfDone(): Promise<string | null> {
    if (!this.isAtEnd || (this.#hasWriterEnded && this.#unrecorded > 0)) return null;
    return await this.#ifWriterEnded(async () => {
      // The writer may have appended hits until it ended.
      const rest = await this.#readChunk();
      if (rest === null) return await this.#remove({ keep: false });
      this.isAtEnd = !rest.includes(LF);
      const isDone = this.isAtEnd && this.#unrecorded === 0;
      return isDone ? await this.#remove({ keep: this.#damagedLines > 0 }) : null;
    });
  }

  /** Moves a file that cannot be read out of the way, if its writer has ended. Returns its new path. */
  async setAside(): Promise<string | null> {
    return await this.#ifWriterEnded(() => this.#remove({ keep: true }));
  }

  async #remove({ keep }: { keep: boolean }): Promise<string | null> {
    const kept = keep ? damagedOf(this.#path) : null;
    await (kept === null ? rm(this.#path, { force: true }) : rename(this.#path, kept));
    await rm(lockOf(this.#path), { force: true });
    return kept;
  }

  /**
   * Calls `act` if the writer has ended. It tries rarely, because each try costs a file operation. The lock is released at once: it is an
   * open file, and thousands of files may wait to be stored.
   */
  async #ifWriterEnded(act: () => Promise<string | null>): Promise<string | null> {
    const now = performance.now();
    if (now - this.#grewAt < QUIET_MS || now - this.#triedAt < TRY_LOCK_EVERY_MS) return null;
    this.#triedAt = now;
    const lock = lockFile(lockOf(this.#path));
    if (!lock) return null;
    this.#hasWriterEnded = true;
    try {
      return await act();
    } finally {
      lock.release();
    }
  }

  /** Null: another collector has removed the file. */
  async #readChunk(): Promise<Buffer | null> {
    const file = await open(this.#path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return null;
      throw error;
    });
    if (!file) return null;
    try {
      const { size } = await file.stat();
      // At least a byte, because a directory fails only when it is read.
      const length = Math.max(1, Math.min(size - this.#offset, CHUNK_BYTES));
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, this.#offset);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  }
}
