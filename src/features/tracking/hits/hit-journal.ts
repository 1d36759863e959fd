import type { Logger } from "../../../platform/telemetry/index.ts";
import { type Hit, lineOf, type NumberedHit } from "./hit.ts";
import { HitFile } from "./hit-file.ts";

/** A hit is on the disk this long after it arrived, plus the time of the write. A shorter time would mean more syncs under load. */
const WRITE_AFTER_MS = 50;
/** A full file is about 25,000 hits, which recovery reads at once. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Hits with the journal that has them. The journal's file is deleted when all of its hits are recorded. */
export type JournalOfHits = { readonly id: string; recorded(count: number): void };

/**
 * The hits of this process on its disk, so that a kill or an unavailable database loses none that is older than 100 ms. Another process
 * reads the files after this one has ended.
 */
export class HitJournal {
  readonly #directory: string;
  readonly #log: Logger;
  #current: OpenFile | null = null;
  /** Full files with hits that are not recorded. */
  readonly #full = new Set<OpenFile>();
  #isFailing = false;

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

  /** Sets aside the hits that are not recorded, to be read from the disk later: memory is short while the database is down. */
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
  #lastNumber = 0;
  #unrecorded = 0;
  #bytes = 0;
  #unwritten = "";
  #writing: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
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
    return this.#isEnded || this.#bytes > MAX_BYTES;
  }

  get isOnDisk(): boolean {
    return this.#file !== null && !this.#hasFailed;
  }

  add(hit: Hit): NumberedHit {
    this.#lastNumber += 1;
    this.#unrecorded += 1;
    const numbered = { number: this.#lastNumber, hit };
    if (this.isOnDisk) {
      const line = lineOf(numbered);
      this.#bytes += line.length;
      this.#unwritten += line;
      this.#timer ??= setTimeout(() => void this.flush(), WRITE_AFTER_MS);
    } else {
      this.#bytes += 300;
    }
    return numbered;
  }

  async flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    // One write after the other, in the order of the hits.
    while (this.#writing !== null) await this.#writing;
    const text = this.#unwritten;
    if (text === "" || !this.#file) return;
    this.#unwritten = "";
    this.#writing = this.#file.append(text).catch((error: unknown) => {
      this.#hasFailed = true;
      this.#callbacks.onFailure(error);
    });
    await this.#writing;
    this.#writing = null;
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
    if (this.#unrecorded > 0) await this.#file?.release();
    else await this.#file?.remove();
  }

  #removeIfDone(): void {
    if (!this.#isEnded || this.#isLeft || this.#unrecorded > 0) return;
    this.#callbacks.onGone();
    void this.flush()
      .then(() => this.#file?.remove())
      .catch(this.#callbacks.onFailure);
  }
}
