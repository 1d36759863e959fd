import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "../../../platform/telemetry/index.ts";
import { type Hit, lineOf, type NumberedHit } from "./hit.ts";
import { HitFile } from "./hit-file.ts";

/** The delay before a hit is synced to the disk. A longer one loses more hits in a power failure; a shorter one causes more syncs. */
const SYNC_AFTER_MS = 50;
/** A full file is about 25,000 hits, which recovery reads at once. */
const MAX_BYTES = 8 * 1024 * 1024;

/** While the disk is not writable, hits are in memory only. */
const TRY_AGAIN_MS = 1_000;

/** Hits with the journal that has them. The journal's file is deleted when all of its hits are recorded. */
export type JournalOfHits = { readonly id: string; recorded(count: number): void };

/**
 * The hits of this process on its disk. A kill loses only hits of the last milliseconds, and a power failure only hits of the last 100 ms.
 * While the database is unavailable, no hit is lost. Another process reads the files after this one has ended.
 */
export class HitJournal {
  readonly #directory: string;
  readonly #log: Logger;
  #current: OpenFile | null = null;
  /** Full files with hits that are not recorded. */
  readonly #full = new Set<OpenFile>();
  #isFailing = false;
  #failedAt = Number.NEGATIVE_INFINITY;

  constructor({ directory, log }: { directory: string; log: Logger }) {
    this.#directory = directory;
    this.#log = log;
  }

  /** Returns the hit's number in the journal. Without a writable disk, the hit is only in memory. */
  add(hit: Hit): { numbered: NumberedHit; journal: JournalOfHits } {
    const file = this.#fileWithSpace();
    return { numbered: file.add(hit), journal: file };
  }

  /** Resolves when all hits so far are on the disk. */
  async flush(): Promise<void> {
    await Promise.all([this.#current, ...this.#full].map((file) => file?.flush()));
  }

  /** Sets aside the hits that are not recorded, to be read from the disk later. This limits memory while the database is down. */
  async setAside(): Promise<boolean> {
    const files = [this.#current, ...this.#full].filter((file) => file !== null);
    if (!files.every(({ isOnDisk }) => isOnDisk)) return false;
    this.#current = null;
    this.#full.clear();
    await Promise.all(files.map((file) => file.leave()));
    return true;
  }

  /** Files with hits that are not recorded are left to the next process. */
  async close(): Promise<void> {
    await this.flush();
    await this.setAside();
  }

  #fileWithSpace(): OpenFile {
    if (this.#current && !this.#current.isFull) return this.#current;
    if (this.#current) {
      this.#full.add(this.#current);
      this.#current.end();
    }
    const opened = new OpenFile(this.#create(), {
      onGone: () => {
        this.#full.delete(opened);
        if (this.#current === opened) this.#current = null;
      },
      onFailure: (error) => this.#note(error),
    });
    this.#current = opened;
    return opened;
  }

  #create(): HitFile | null {
    if (performance.now() - this.#failedAt < TRY_AGAIN_MS) return null;
    try {
      const file = HitFile.create(this.#directory);
      this.#isFailing = false;
      return file;
    } catch (error) {
      this.#note(error);
      return null;
    }
  }

  #note(error: unknown): void {
    this.#failedAt = performance.now();
    if (this.#isFailing) return;
    this.#isFailing = true;
    this.#log.error(
      { event: "tracking.journal_failed", err: error },
      "opens and clicks cannot be written to DATA_DIR; they are in memory until the database has them",
    );
  }
}

type Callbacks = { onGone: () => void; onFailure: (error: unknown) => void };

/** A file that gets hits. Null: the disk is not writable. */
class OpenFile implements JournalOfHits {
  readonly id: string;
  readonly #file: HitFile | null;
  readonly #callbacks: Callbacks;
  readonly #openedAt = performance.now();
  #lastNumber = 0;
  #unrecorded = 0;
  #bytes = 0;
  #unwritten = "";
  #writing: NodeJS.Immediate | null = null;
  #syncing: Promise<void> | null = null;
  #isEnded = false;
  #hasFailed = false;
  /** Another process may read the file now. */
  #isLeft = false;

  constructor(file: HitFile | null, callbacks: Callbacks) {
    this.#file = file;
    this.id = file?.id ?? crypto.randomUUID();
    this.#callbacks = callbacks;
  }

  get isFull(): boolean {
    const isWaiting = this.#file === null && performance.now() - this.#openedAt > TRY_AGAIN_MS;
    return this.#isEnded || this.#hasFailed || isWaiting || this.#bytes > MAX_BYTES;
  }

  get isOnDisk(): boolean {
    return this.#file !== null && !this.#hasFailed;
  }

  add(hit: Hit): NumberedHit {
    this.#lastNumber += 1;
    this.#unrecorded += 1;
    const numbered = { number: this.#lastNumber, hit };
    const line = lineOf(numbered);
    this.#bytes += line.length;
    if (this.isOnDisk) {
      this.#unwritten += line;
      // One system call for all hits of this turn of the event loop.
      this.#writing ??= setImmediate(() => this.#write());
    }
    return numbered;
  }

  /** Resolves when the disk has all hits so far. */
  async flush(): Promise<void> {
    this.#write();
    while (this.#syncing !== null) await this.#syncing;
    await this.#file?.sync().catch(this.#fail);
  }

  recorded(count: number): void {
    this.#unrecorded -= count;
    this.#removeIfDone();
  }

  /** No more hits are added. */
  end(): void {
    this.#isEnded = true;
    this.#removeIfDone();
  }

  async leave(): Promise<void> {
    this.#isEnded = true;
    await this.flush();
    this.#isLeft = true;
    if (this.#unrecorded > 0) this.#file?.release();
    else await this.#file?.remove();
  }

  #write(): void {
    if (this.#writing) clearImmediate(this.#writing);
    this.#writing = null;
    const text = this.#unwritten;
    this.#unwritten = "";
    if (text === "" || !this.#file || this.#hasFailed) return;
    try {
      this.#file.append(text);
    } catch (error) {
      this.#fail(error);
      return;
    }
    this.#syncing ??= this.#syncSoon(this.#file);
  }

  async #syncSoon(file: HitFile): Promise<void> {
    await sleep(SYNC_AFTER_MS);
    // Bytes that are written during the sync need another one.
    this.#syncing = null;
    if (!this.#isLeft) await file.sync().catch(this.#fail);
  }

  /** A file with a missing line stays readable; later hits go to another one. */
  readonly #fail = (error: unknown): void => {
    // It was closed during a sync.
    if (this.#isLeft) return;
    this.#hasFailed = true;
    this.#callbacks.onFailure(error);
  };

  #removeIfDone(): void {
    if (!this.#isEnded || this.#isLeft || this.#unrecorded > 0) return;
    this.#isLeft = true;
    this.#callbacks.onGone();
    void this.#file?.remove().catch(this.#callbacks.onFailure);
  }
}
