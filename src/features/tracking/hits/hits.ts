import type { Database } from "../../../platform/db/index.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";
import { type Hit, readLines } from "./hit.ts";
import { HitFile } from "./hit-file.ts";
import { HitJournal, type JournalOfHits } from "./hit-journal.ts";
import { HitLimit } from "./hit-limit.ts";
import { HitRecorder } from "./hit-recorder.ts";

/** More hits stay on the disk only, until the database has those in memory. About 30 MB. */
const MAX_IN_MEMORY = 50_000;
/** The files of a killed process are read after this time. */
const LOOK_EVERY_MS = 2_000;

type Options = {
  directory: string;
  database: Database;
  log: Logger;
  /** Called for a hit that is not counted, because the same link or image was requested too often. */
  onLimited?: () => void;
  onCounted?: (kind: Hit["kind"]) => void;
  holdMs?: number;
};

/** Counts opens and clicks: limit → journal on the disk → judge → engagements. Never delays a response. */
export class Hits {
  readonly #options: Options;
  readonly #limit = new HitLimit();
  readonly #journal: HitJournal;
  readonly #recorder: HitRecorder;
  readonly #recovered = new Set<RecoveredJournal>();
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> = Promise.resolve();
  #settingAside: Promise<unknown> | null = null;
  #isStopped = false;

  constructor(options: Options) {
    this.#options = options;
    this.#journal = new HitJournal(options);
    this.#recorder = new HitRecorder(options);
  }

  /** Reads the journals of processes that have ended, now and from time to time. */
  start(): void {
    this.#looking = this.#look();
  }

  add(hit: Hit): void {
    if (!this.#limit.allows(hit)) {
      this.#options.onLimited?.();
      return;
    }
    this.#options.onCounted?.(hit.kind);
    const { numbered, journal } = this.#journal.add(hit);
    this.#recorder.add({ ...numbered, journal });
    if (this.#recorder.size > MAX_IN_MEMORY) this.#setAside();
  }

  /** Resolves when all hits so far are on the disk. */
  async flush(): Promise<void> {
    await this.#journal.flush();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#looking;
    await this.#recorder.stop();
    this.#releaseRecovered();
    await this.#journal.close();
  }

  #setAside(): void {
    this.#settingAside ??= this.#journal
      .setAside()
      .then((isOnDisk) => {
        // Without a disk, the newest hits cannot be kept while the database is down.
        if (isOnDisk || this.#recorder.size > 2 * MAX_IN_MEMORY) this.#forget();
      })
      .finally(() => {
        this.#settingAside = null;
      });
  }

  #forget(): void {
    this.#recorder.forget();
    this.#releaseRecovered();
  }

  /** Leaves the journals of other processes to the next process that looks for them. */
  #releaseRecovered(): void {
    for (const journal of this.#recovered) journal.release();
    this.#recovered.clear();
  }

  async #look(): Promise<void> {
    try {
      for await (const file of HitFile.findAbandoned(this.#options.directory)) {
        if (this.#isStopped || this.#recorder.size > MAX_IN_MEMORY / 2) file.release();
        else await this.#recover(file);
      }
    } catch (error) {
      const { log } = this.#options;
      log.warn(
        { event: "tracking.journal_failed", err: error },
        "the opens and clicks of a killed process cannot be read",
      );
    }
    if (!this.#isStopped)
      this.#timer = setTimeout(() => {
        this.#looking = this.#look();
      }, LOOK_EVERY_MS);
  }

  /** Lines that the killed process already stored are skipped. */
  async #recover(file: HitFile): Promise<void> {
    const hits = readLines(await file.read());
    if (hits.length === 0) {
      await file.remove();
      return;
    }
    const journal = new RecoveredJournal(file, hits.length, () => this.#recovered.delete(journal));
    for (const numbered of hits) this.#recorder.add({ ...numbered, journal });
    this.#options.log.info(
      { event: "tracking.journal_recovered", hits: hits.length },
      "opens and clicks of a process that has ended are being stored",
    );
    this.#recovered.add(journal);
  }
}

/** The file of a process that has ended. Its lock is held until its hits are stored. */
class RecoveredJournal implements JournalOfHits {
  readonly id: string;
  readonly #file: HitFile;
  readonly #onDone: () => void;
  #left: number;
  #isReleased = false;

  constructor(file: HitFile, hits: number, onDone: () => void) {
    this.id = file.id;
    this.#file = file;
    this.#left = hits;
    this.#onDone = onDone;
  }

  recorded(count: number): void {
    this.#left -= count;
    if (this.#left > 0 || this.#isReleased) return;
    this.#onDone();
    void this.#file.remove();
  }

  release(): void {
    this.#isReleased = true;
    this.#file.release();
  }
}
