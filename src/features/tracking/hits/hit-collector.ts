import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Database, DatabaseClock } from "../../../platform/db/index.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";
import { HIT_FILE } from "./hit-file.ts";
import { HitReader } from "./hit-reader.ts";
import { HitRecorder } from "./hit-recorder.ts";

/** Interval between looks at the files. Hits of one interval are stored together. */
const LOOK_EVERY_MS = 100;
/** More hits stay on the disk only, until the database has those in memory. About 30 MB. */
const MAX_IN_MEMORY = 50_000;

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
 * Stores the hits that the processes of this machine have written to their journals: reads the files as they grow → judgement →
 * engagements, and removes a file when its writer has ended and all its hits are stored. Two collectors of one directory store each hit once.
 */
export class HitCollector {
  readonly #directory: string;
  readonly #log: Logger;
  readonly #recorder: HitRecorder;
  readonly #readers = new Map<string, HitReader>();
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor({ directory, ...options }: Options) {
    this.#directory = directory;
    this.#log = options.log;
    this.#recorder = new HitRecorder(options);
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Stores what can be stored now. The rest is read again by the next collector. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    await this.#recorder.stop();
    for (const reader of this.#readers.values()) reader.release();
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

  async #look(): Promise<void> {
    const names = await readdir(this.#directory).catch(() => []);
    const ids = names.flatMap((name) => HIT_FILE.exec(name)?.[1] ?? []).sort();
    for (const id of this.#readers.keys()) if (!ids.includes(id)) this.#readers.delete(id);
    for (const id of ids) {
      const reader = this.#readers.get(id) ?? new HitReader(id, join(this.#directory, `${id}.log`));
      this.#readers.set(id, reader);
      while (!this.#stopping.signal.aborted && this.#recorder.size < MAX_IN_MEMORY) {
        const hits = await reader.read();
        for (const numbered of hits) this.#recorder.add({ ...numbered, journal: reader });
        if (hits.length === 0) break;
      }
      await reader.removeIfDone();
    }
  }
}
