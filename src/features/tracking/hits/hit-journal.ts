import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "../../../platform/telemetry/index.ts";
import { type Hit, lineOf } from "./hit.ts";
import { HitFile } from "./hit-file.ts";

/** The delay before a hit is synced to the disk. A longer one loses more hits in a power failure; a shorter one causes more syncs. */
const SYNC_AFTER_MS = 50;
/** About 32,000 hits. A file is removed when it has ended and all its hits are stored. */
const MAX_BYTES = 8 * 1024 * 1024;
/** A file has whole IP addresses. A longer time keeps them longer after the last hit; a shorter one causes more files. */
const MAX_AGE_MS = 60_000;
/** While the disk is not writable, hits are in memory, up to about 30 MB. */
const TRY_AGAIN_MS = 1_000;
const MAX_IN_MEMORY = 50_000;

type OpenFile = { file: HitFile; bytes: number; isSyncDue: boolean; age: NodeJS.Timeout };
type Options = { directory: string; log: Logger; onLost: () => void; maxAgeMs?: number };

/**
 * Writes the hits of this process to the disk, where HitCollector finds them. A kill loses no hit of an earlier turn of the event loop, and
 * a power failure loses no hit that is older than 100 ms.
 */
export class HitJournal {
  readonly #directory: string;
  readonly #log: Logger;
  readonly #onLost: () => void;
  readonly #maxAgeMs: number;
  #current: OpenFile | null = null;
  /** The syncs of all files, one after the other. */
  #synced: Promise<void> = Promise.resolve();
  /** Unique in each file, also when a file takes over lines that another one could not take. */
  #lastNumber = 0;
  #unwritten: string[] = [];
  #writing: NodeJS.Immediate | null = null;
  #retry: NodeJS.Timeout | null = null;
  #isFailing = false;

  constructor({ directory, log, onLost, maxAgeMs = MAX_AGE_MS }: Options) {
    this.#directory = directory;
    this.#log = log;
    this.#onLost = onLost;
    this.#maxAgeMs = maxAgeMs;
  }

  add(hit: Hit): void {
    if (this.#unwritten.length >= MAX_IN_MEMORY) {
      this.#onLost();
      return;
    }
    this.#lastNumber += 1;
    this.#unwritten.push(lineOf({ number: this.#lastNumber, hit }));
    // One system call for all hits of this turn of the event loop.
    if (!this.#retry) this.#writing ??= setImmediate(() => this.#write());
  }

  /** Resolves when all hits so far are on the disk, if it is writable. */
  async flush(): Promise<void> {
    this.#write();
    await this.#synced;
  }

  async close(): Promise<void> {
    await this.flush();
    if (this.#retry) clearTimeout(this.#retry);
    this.#endCurrent();
  }

  #write(): void {
    if (this.#writing) clearImmediate(this.#writing);
    this.#writing = null;
    const lines = this.#unwritten;
    if (lines.length === 0) return;
    try {
      const current = this.#open();
      const bytes = Buffer.from(lines.join(""));
      const written = current.file.append(bytes);
      current.bytes += written;
      this.#syncSoon(current);
      this.#unwritten = written === bytes.length ? [] : linesAfter(lines, written);
      if (this.#unwritten.length > 0) throw Object.assign(new Error("the disk is full"), { code: "ENOSPC" });
      this.#isFailing = false;
    } catch (error) {
      this.#fail(error);
    }
  }

  #open(): OpenFile {
    if (this.#current && this.#current.bytes < MAX_BYTES) return this.#current;
    this.#endCurrent();
    this.#current = {
      file: HitFile.create(this.#directory),
      bytes: 0,
      isSyncDue: false,
      // Also if no other hit comes.
      age: setTimeout(() => this.#endCurrent(), this.#maxAgeMs).unref(),
    };
    return this.#current;
  }

  #endCurrent(): void {
    const ended = this.#current;
    this.#current = null;
    if (!ended) return;
    clearTimeout(ended.age);
    // Its last hits are synced before readers may remove it.
    void this.#synced.then(() => ended.file.end());
  }

  #syncSoon(opened: OpenFile): void {
    if (opened.isSyncDue) return;
    opened.isSyncDue = true;
    const before = this.#synced;
    this.#synced = sleep(SYNC_AFTER_MS).then(async () => {
      // Bytes that are written during the sync need another one.
      opened.isSyncDue = false;
      await before;
      await opened.file.sync().catch((error: unknown) => this.#fail(error));
    });
  }

  /** A file with a torn line stays readable; later hits go to another one. */
  #fail(error: unknown): void {
    this.#endCurrent();
    this.#retry ??= setTimeout(() => {
      this.#retry = null;
      this.#write();
    }, TRY_AGAIN_MS).unref();
    if (this.#isFailing) return;
    this.#isFailing = true;
    this.#log.error(
      { event: "tracking.journal_failed", err: error },
      "opens and clicks cannot be written to DATA_DIR; they are in memory until they can",
    );
  }
}

/** Returns the lines that were not written completely. `bytes`: how many bytes of all lines were. */
function linesAfter(lines: readonly string[], bytes: number): string[] {
  let end = 0;
  const first = lines.findIndex((line) => {
    end += Buffer.byteLength(line);
    return end > bytes;
  });
  return first < 0 ? [] : lines.slice(first);
}
