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
  /** The time of the last hit that was read; before that, of the file. */
  readUpTo: number;
  isAtEnd = false;
  readonly #path: string;
  #offset = 0;
  #unrecorded = 0;
  #grewAt = Number.NEGATIVE_INFINITY;
  #triedAt = Number.NEGATIVE_INFINITY;
  /** Held when the writer has ended. */
  #lock: { release(): void } | null = null;
  #damagedLines = 0;

  constructor(id: string, path: string, createdAt: number) {
    this.id = id;
    this.#path = path;
    this.readUpTo = createdAt;
  }

  /** Returns the next hits, none at the end. A line that is not complete yet is read later. */
  async read(): Promise<NumberedHit[]> {
    if (this.#lock && this.isAtEnd) return [];
    const bytes = await this.#readChunk();
    this.isAtEnd = bytes.length < CHUNK_BYTES;
    const end = bytes.lastIndexOf(LF) + 1;
    // No line is as long as a chunk.
    if (end === 0 && !this.isAtEnd) this.#damagedLines += 1;
    this.#offset += end === 0 && !this.isAtEnd ? bytes.length : end;
    const { hits, damaged } = readLines(bytes.toString("utf8", 0, end));
    this.#damagedLines += damaged;
    this.#unrecorded += hits.length;
    if (end > 0) this.#grewAt = performance.now();
    this.readUpTo = hits.at(-1)?.hit.at ?? this.readUpTo;
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
    if (this.#unrecorded > 0 || !this.isAtEnd || !this.#takeLock()) return null;
    // The writer may have appended hits until it ended.
    if ((await this.#readChunk()).includes(LF)) {
      this.isAtEnd = false;
      return null;
    }
    return await this.#remove({ keep: this.#damagedLines > 0 });
  }

  /** Moves a file that cannot be read out of the way, if its writer has ended. Returns its new path. */
  async setAside(): Promise<string | null> {
    return this.#takeLock() ? await this.#remove({ keep: true }) : null;
  }

  async #remove({ keep }: { keep: boolean }): Promise<string | null> {
    const kept = keep ? damagedOf(this.#path) : null;
    await (kept === null ? rm(this.#path, { force: true }) : rename(this.#path, kept));
    this.release();
    await rm(lockOf(this.#path), { force: true });
    return kept;
  }

  release(): void {
    this.#lock?.release();
    this.#lock = null;
  }

  /** Whether the writer has ended. Not asked often, because it costs a file operation. */
  #takeLock(): boolean {
    const now = performance.now();
    if (this.#lock) return true;
    if (now - this.#grewAt < QUIET_MS || now - this.#triedAt < TRY_LOCK_EVERY_MS) return false;
    this.#triedAt = now;
    this.#lock = lockFile(lockOf(this.#path));
    return this.#lock !== null;
  }

  async #readChunk(): Promise<Buffer> {
    const file = await open(this.#path).catch((error: NodeJS.ErrnoException) => {
      // Another collector was faster.
      if (error.code === "ENOENT") return null;
      throw error;
    });
    if (!file) return Buffer.alloc(0);
    try {
      const { buffer, bytesRead } = await file.read(
        Buffer.allocUnsafe(CHUNK_BYTES),
        0,
        CHUNK_BYTES,
        this.#offset,
      );
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  }
}
