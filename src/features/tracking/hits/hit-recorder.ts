import { setTimeout as sleep } from "node:timers/promises";
import type { Database, DatabaseClock } from "../../../platform/db/index.ts";
import { watchIdleShare } from "../../../platform/processes/index.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";
import { judge } from "../judge/judge.ts";
import { keepAddress, keepAgent } from "../judge/keep-evidence.ts";
import { RecentHits } from "../judge/recent-hits.ts";
import { HONEYPOT } from "../links/token.ts";
import type { NumberedHit } from "./hit.ts";
import { pauseAfter } from "./pause-after.ts";
import {
  findRecorded,
  type HitContext,
  loadContexts,
  type NewEngagement,
  recordEngagements,
} from "./queries.ts";

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

/** The journal that has a hit. `recorded` is called when some of its hits are stored. */
type Journal = { readonly id: string; recorded(count: number): void };
export type WaitingHit = NumberedHit & { journal: Journal };
type Known = WaitingHit & { context: HitContext };

type Options = {
  database: Database;
  clock: Pick<DatabaseClock, "now" | "known">;
  log: Logger;
  holdMs?: number;
  /** The share of the machine's processor time that was idle lately. */
  idleShare?: () => number;
};

/** Judges hits and stores them as engagements. Hits soon after delivery are held back, because later ones may show that a program made them. */
export class HitRecorder {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #clock: Options["clock"];
  readonly #holdMs: number;
  readonly #idleShare: () => number;
  readonly #recent = new RecentHits();
  #waiting: WaitingHit[] = [];
  /** In the order of their times. */
  #held: Known[] = [];
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
    return this.#waiting.length + this.#held.length;
  }

  add(hit: WaitingHit): void {
    this.#recent.add(hit.hit);
    this.#waiting.push(hit);
    this.#runLater(TICK_MS);
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
    while (this.#waiting.length > 0) {
      const start = performance.now();
      const batch = this.#waiting.slice(0, MAX_BATCH);
      const { judged, unknown, held } = await this.#sort(batch);
      const ready = [...judged, ...unknown];
      this.#waiting.splice(0, batch.length, ...ready);
      this.#held.push(...held);
      await this.#store(ready, (stored) => {
        this.#waiting = this.#waiting.filter((hit) => !stored.has(hit));
      });
      if (this.#waiting.length > 0) await this.#rest(performance.now() - start);
    }
    const due = this.#held
      .filter(({ hit }) => hit.at + this.#holdMs <= this.#clock.now())
      .slice(0, MAX_BATCH);
    await this.#store(due, (stored) => {
      this.#held = this.#held.filter((hit) => !stored.has(hit));
    });
  }

  async #rest(batchMs: number): Promise<void> {
    const { signal } = this.#stopping;
    await sleep(pauseAfter(batchMs, this.#idleShare()), undefined, { signal }).catch(() => undefined);
  }

  /** Hits soon after the delivery are held back. Hits of deleted mail are `unknown`. */
  async #sort(batch: WaitingHit[]): Promise<{ judged: Known[]; unknown: WaitingHit[]; held: Known[] }> {
    const contexts = await loadContexts(
      this.#database,
      batch.map(({ hit }) => hit),
    );
    const byIndex = new Map(contexts.map((context) => [context.n, context]));
    const judged: Known[] = [];
    const unknown: WaitingHit[] = [];
    const held: Known[] = [];
    for (const [index, hit] of batch.entries()) {
      const context = byIndex.get(index);
      if (!context) unknown.push(hit);
      else if (this.#mayBeExplained(hit, context)) held.push({ ...hit, context });
      else judged.push({ ...hit, context });
    }
    return { judged, unknown, held };
  }

  #mayBeExplained({ hit }: WaitingHit, context: HitContext): boolean {
    const seconds = secondsSinceDelivery(hit.at, context);
    const isEarly = seconds === null || seconds < CHECKS_FOLLOW_SECONDS;
    return isEarly && hit.at + this.#holdMs > this.#clock.now();
  }

  /** Stores hits journal by journal. Each is forgotten before the next one, which may fail. */
  async #store(
    hits: (WaitingHit | Known)[],
    forget: (stored: ReadonlySet<WaitingHit>) => void,
  ): Promise<void> {
    for (const [journal, own] of Map.groupBy(hits, ({ journal }) => journal)) {
      await this.#storeOf(
        journal,
        own,
        new Map(own.map((hit) => [hit, "context" in hit ? this.#engagementOf(hit) : null])),
      );
      forget(new Set(own));
      journal.recorded(own.length);
    }
  }

  async #storeOf(
    journal: Journal,
    hits: WaitingHit[],
    known: ReadonlyMap<WaitingHit, NewEngagement | null>,
  ): Promise<void> {
    const store = (hits: WaitingHit[]) =>
      recordEngagements(this.#database, {
        journalId: journal.id,
        numbers: hits.map(({ number }) => number),
        engagements: hits.flatMap((hit) => known.get(hit) ?? []),
      });
    if (await store(hits)) return;
    // An earlier commit was not confirmed, or another process has read the journal.
    const numbers = hits.map(({ number }) => number);
    const recorded = await findRecorded(this.#database, journal.id, numbers);
    const rest = hits.filter(({ number }) => !recorded.has(number));
    if (rest.length > 0 && !(await store(rest))) throw new Error("two processes record the same journal");
  }

  /** Returns null for people who are not tracked, and for the honeypot, which is a signal for other hits and not a click. */
  #engagementOf({ hit, context }: Known): NewEngagement | null {
    if (context.is_untracked || (hit.kind === "click" && hit.link === HONEYPOT)) return null;
    const verdict = judge({
      hit,
      secondsSinceDelivery: secondsSinceDelivery(hit.at, context),
      ...this.#recent.around(hit),
    });
    return {
      account_id: context.account_id,
      email_id: hit.emailId,
      position: hit.position,
      kind: hit.kind,
      link: hit.kind === "click" ? hit.link : null,
      url: hit.url,
      ...verdict,
      network: keepAddress(hit.address, context.address_detail),
      agent: keepAgent(hit.agent, context.agent_detail),
      created_at: new Date(hit.at).toISOString(),
    };
  }
}

/** A hit may come before our record of the delivery. */
function secondsSinceDelivery(at: number, { delivered_at }: HitContext): number | null {
  return delivered_at === null ? null : Math.max(0, (at - delivered_at.getTime()) / 1_000);
}
