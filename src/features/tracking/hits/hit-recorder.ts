import { setTimeout as sleep } from "node:timers/promises";
import { type Database, type DatabaseClock, isDataError } from "../../../platform/db/index.ts";
import { watchIdleShare } from "../../../platform/processes/index.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";
import { RecentHits } from "../judge/recent-hits.ts";
import { engagementOf, secondsSinceDelivery } from "./engagement-of.ts";
import { HitQueue, type QueuedHit, type WaitingHit } from "./hit-queue.ts";
import { pauseAfter } from "./pause-after.ts";
import { type HitContext, loadContexts } from "./queries.ts";
import { type JudgedHit, storeHits } from "./store-hits.ts";

/** Hits of one statement. 1,000 take about 20 ms. */
const MAX_BATCH = 1_000;
/** A shorter interval would cause more commits; a longer one would delay engagements. */
const TICK_MS = 100;
/** While the database is unavailable. */
const RETRY_MS = 500;
/** Security scanners follow links soon after delivery. Later hits are not held back. */
const CHECKS_FOLLOW_SECONDS = 120;
/** A scanner requests the other links within this time, which then classify the first one. */
const HOLD_MS = 20_000;

type Options = {
  database: Database;
  clock: Pick<DatabaseClock, "now" | "known">;
  log: Logger;
  holdMs?: number;
  /** The share of the machine's processor time that was idle lately. */
  idleShare?: () => number;
};

/**
 * Judges hits and stores them as engagements, in the order of their times. Hits soon after delivery are held back, because later ones may
 * show that a program made them.
 */
export class HitRecorder {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #clock: Options["clock"];
  readonly #holdMs: number;
  readonly #idleShare: () => number;
  readonly #recent = new RecentHits();
  readonly #queue = new HitQueue();
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;
  readonly #stopping = new AbortController();

  constructor({ database, clock, log, holdMs = HOLD_MS, idleShare = watchIdleShare() }: Options) {
    this.#database = database;
    this.#log = log;
    this.#clock = clock;
    this.#holdMs = holdMs;
    this.#idleShare = idleShare;
  }

  /** Hits in memory that are not stored. */
  get size(): number {
    return this.#queue.size;
  }

  /** The age of the oldest hit that is not stored. Soon after delivery, 20 s are normal. */
  get backlogSeconds(): number {
    return Math.max(0, (this.#clock.now() - this.#queue.waitingSince) / 1_000);
  }

  /** @param readUpTo - the time before which all hits on the disk have been added; later hits wait for their neighbors */
  add(hits: readonly WaitingHit[], readUpTo = Number.POSITIVE_INFINITY): void {
    for (const { hit } of hits) this.#recent.add(hit);
    this.#queue.add(hits, readUpTo);
    this.#recent.forget(this.#queue.neededSince);
    if (this.size > 0) this.#runLater(TICK_MS);
  }

  /** Stores what is not held back, if the database is available. Held hits stay in their journals. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    if (this.#timer) clearTimeout(this.#timer);
    await this.#running;
    await this.#run().catch(() => undefined);
  }

  #runLater(ms: number): void {
    if (this.#timer || this.#running || this.#stopping.signal.aborted) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#running = this.#run()
        .then(() => TICK_MS)
        .catch((error: unknown) => {
          this.#log.warn(
            { event: "tracking.not_recorded", err: error },
            "opens and clicks could not be stored; this is retried, and no hit is lost",
          );
          return RETRY_MS;
        })
        .then((pause) => {
          this.#running = null;
          if (this.size > 0) this.#runLater(pause);
        });
    }, ms);
  }

  async #run(): Promise<void> {
    await this.#clock.known();
    for (;;) {
      const start = performance.now();
      const batch = this.#queue.next(this.#clock.now(), MAX_BATCH);
      if (batch.length === 0) return;
      await this.#record(batch);
      if (batch.length === MAX_BATCH) await this.#rest(performance.now() - start);
    }
  }

  async #rest(batchMs: number): Promise<void> {
    const { signal } = this.#stopping;
    await sleep(pauseAfter(batchMs, this.#idleShare()), undefined, { signal }).catch(() => undefined);
  }

  /** A hit that PostgreSQL refuses must not stop the others: the batch is divided until the hit is alone. */
  async #record(batch: QueuedHit[]): Promise<void> {
    try {
      await this.#store(await this.#judge(batch));
    } catch (error) {
      if (!isDataError(error)) throw error;
      const [first, ...more] = batch;
      if (first && more.length === 0) return await this.#refuse(first, error);
      const half = batch.length / 2;
      await this.#record(batch.slice(0, half));
      await this.#record(batch.slice(half));
    }
  }

  async #refuse(queued: QueuedHit, error: unknown): Promise<void> {
    const { journal, number, hit } = queued;
    await this.#store([{ queued, engagement: null }]);
    this.#log.error(
      { event: "tracking.hit_refused", journal: journal.id, line: number, email_id: hit.emailId, err: error },
      "the database refused an open or click, which was left out",
    );
  }

  async #store(hits: JudgedHit[]): Promise<void> {
    await storeHits(this.#database, hits);
    this.#queue.remove(new Set(hits.map(({ queued }) => queued)));
    for (const [journal, own] of Map.groupBy(hits, ({ queued }) => queued.journal))
      journal.recorded(own.length);
  }

  /** Leaves out hits that are held back from now on. Hits of deleted mail have no engagement. */
  async #judge(batch: QueuedHit[]): Promise<JudgedHit[]> {
    const added = batch.filter(({ context }) => !context);
    const contexts = await loadContexts(
      this.#database,
      added.map(({ hit }) => hit),
    );
    const contextOf = new Map(contexts.map((context) => [added[context.n], context]));
    return batch.flatMap((queued) => {
      const context = queued.context ?? contextOf.get(queued);
      if (!context) return { queued, engagement: null };
      if (!queued.context && this.#mayBeExplained(queued, context)) {
        Object.assign(queued, { context, heldUntil: queued.hit.at + this.#holdMs });
        return [];
      }
      return { queued, engagement: engagementOf(queued, context, this.#recent) };
    });
  }

  #mayBeExplained({ hit }: WaitingHit, context: HitContext): boolean {
    const seconds = secondsSinceDelivery(hit.at, context);
    const isEarly = seconds === null || seconds < CHECKS_FOLLOW_SECONDS;
    return isEarly && hit.at + this.#holdMs > this.#clock.now();
  }
}
