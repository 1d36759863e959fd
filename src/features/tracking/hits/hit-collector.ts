import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Database, DatabaseClock } from "../../../platform/db/index.ts";
import { isId, timeOfId } from "../../../platform/ids/index.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";
import { HIT_FILE } from "./hit-file.ts";
import { MAX_IN_MEMORY, type WaitingHit } from "./hit-queue.ts";
import { HitReader } from "./hit-reader.ts";
import { HitRecorder } from "./hit-recorder.ts";

/** Interval between looks at the files. Hits of one interval are stored together. */
const LOOK_EVERY_MS = 100;
/** Interval at which a file that cannot be read is tried again. */
const TRY_AGAIN_MS = 5_000;
/** It is no file, and will never be one. All other errors may pass, for example those of a disk or of permissions. */
const NO_FILE = "EISDIR";

type Options = {
  /** The directory of the journals. */
  directory: string;
  database: Database;
  clock: Pick<DatabaseClock, "now" | "known">;
  log: Logger;
  holdMs?: number;
  idleShare?: () => number;
};

/**
 * Stores the hits that the processes of this machine have written to their journals: reads the files as they grow → judgment →
 * engagements, and removes a file when its writer has ended and all its hits are stored. Two collectors of one directory store each hit once.
 */
export class HitCollector {
  readonly #directory: string;
  readonly #log: Logger;
  readonly #recorder: HitRecorder;
  readonly #clock: Options["clock"];
  readonly #readers = new Map<string, HitReader>();
  /** Files that cannot be read, and when each is tried again. */
  readonly #failing = new Map<string, number>();
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor({ directory, ...options }: Options) {
    this.#directory = directory;
    this.#log = options.log;
    this.#clock = options.clock;
    this.#recorder = new HitRecorder(options);
  }

  /** The age of the oldest open or click that is not stored. */
  get backlogSeconds(): number {
    return this.#recorder.backlogSeconds;
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Stores what can be stored now. The rest is read again by the next collector. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    await this.#recorder.stop();
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#look().catch((error: unknown) =>
        this.#log.warn(
          { event: "tracking.journal_failed", err: error },
          "the journals of opens and clicks cannot be read",
        ),
      );
      await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Reads what the files have, the oldest hits first, so that those of all files are judged with their neighbors. */
  async #look(): Promise<void> {
    const readers = (await this.#openReaders()).filter((reader) => !this.#isFailing(reader));
    const hits: WaitingHit[] = [];
    let unread = readers.filter((reader) => !reader.isComplete);
    const { signal } = this.#stopping;
    while (!signal.aborted && unread.length > 0 && this.#recorder.size + hits.length < MAX_IN_MEMORY) {
      const reader = unread.reduce((first, each) => (each.readUpTo < first.readUpTo ? each : first));
      const read = await reader.read(this.#clock.now()).catch((error: unknown) => this.#fail(reader, error));
      for (const numbered of read ?? []) hits.push({ ...numbered, journal: reader });
      if (read === null || reader.isAtEnd) unread = unread.filter((each) => each !== reader);
    }
    this.#recorder.add(
      hits,
      unread.reduce((least, { readUpTo }) => Math.min(least, readUpTo), Number.POSITIVE_INFINITY),
    );
    for (const reader of readers.filter((each) => !this.#isFailing(each)))
      this.#warnOfDamage(await reader.removeIfDone().catch((error) => this.#fail(reader, error)));
  }

  async #openReaders(): Promise<HitReader[]> {
    const names = await readdir(this.#directory).catch((error: NodeJS.ErrnoException) => {
      // Nothing was tracked yet.
      if (error.code === "ENOENT") return [];
      throw error;
    });
    const ids = new Set(names.flatMap((name) => HIT_FILE.exec(name)?.[1] ?? []).filter(isId));
    for (const id of this.#readers.keys()) if (!ids.has(id)) this.#readers.delete(id);
    for (const id of ids) if (!this.#readers.has(id)) this.#readers.set(id, this.#readerOf(id));
    return [...this.#readers.values()];
  }

  /** The id of a file has the time of its process; hits have the database's. */
  #readerOf(id: string): HitReader {
    const createdAt = timeOfId(id).getTime() + this.#clock.now() - Date.now();
    return new HitReader(id, join(this.#directory, `${id}.log`), createdAt);
  }

  #isFailing({ id }: HitReader): boolean {
    return (this.#failing.get(id) ?? 0) > performance.now();
  }

  /** A file that cannot be read does not stop the others. */
  async #fail(reader: HitReader, error: unknown): Promise<null> {
    this.#failing.set(reader.id, performance.now() + TRY_AGAIN_MS);
    const isNoFile = (error as NodeJS.ErrnoException).code === NO_FILE;
    const kept = isNoFile ? await reader.setAside().catch(() => null) : null;
    if (kept !== null) this.#warnOfDamage(kept, error);
    else
      this.#log.warn(
        { event: "tracking.journal_failed", journal: reader.id, err: error },
        "a journal of opens and clicks cannot be read; this is retried",
      );
    return null;
  }

  #warnOfDamage(path: string | null, error?: unknown): void {
    if (path === null) return;
    this.#log.error(
      { event: "tracking.journal_damaged", path, err: error },
      "a journal of opens and clicks is damaged; it was renamed, and its readable hits are stored",
    );
  }
}
