import { hostname } from "node:os";
import type { Database } from "../../../platform/db/index.ts";
import { newId } from "../../../platform/ids/index.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";
import type { Feedback } from "./feedback.ts";
import { LocalThrottle, type Sending } from "./local-throttle.ts";
import { changeThrottles, findThrottles, leave, reportAlive } from "./queries.ts";
import type { ThrottlePlan } from "./throttle-plan.ts";
import { adaptThrottle, shareOf, type ThrottleState } from "./throttle-state.ts";
import type { Throttles } from "./throttles.ts";

/** The interval of exchanges: a server's warning reaches all workers within it. */
const DEFAULT_SYNC_MS = 1_000;
/** Throttles without mail for this time are forgotten in this worker. */
const FORGET_MS = 120_000;
/** Longer than a closing: a throttle that was not tried after one has no mail. */
const FORGET_CLOSED_MS = 3_600_000;
/** All workers load closed throttles once a second, so one that was forgotten is known again within that time. */
const MAX_CLOSED_KEPT = 5_000;
/** Throttles per database transaction: a few thousand destinations must not lock the table for long. */
const THROTTLES_PER_SYNC = 500;

type Options = { database: Database; log: Logger; syncMs?: number };

/**
 * Throttles that all workers share through the tables `throttles` and `workers`. Each worker gets a share of a throttle's limits. Without
 * the database, the last known state applies.
 */
export class SharedThrottles implements Throttles {
  readonly #options: Options;
  readonly #id = newId();
  readonly #throttles = new Map<string, LocalThrottle>();
  readonly #listeners: (() => void)[] = [];
  #alive: string[] = [this.#id];
  #timer: NodeJS.Timeout | null = null;
  #syncing: Promise<void> = Promise.resolve();
  readonly #syncMs: number;
  #closed = false;

  constructor(options: Options) {
    this.#options = options;
    this.#syncMs = options.syncMs ?? DEFAULT_SYNC_MS;
  }

  async start(): Promise<void> {
    await this.#sync();
    this.#syncAgain();
  }

  register(name: string, plan: ThrottlePlan): void {
    const existing = this.#throttles.get(name);
    if (existing) return void existing.keep(plan);
    const throttle = new LocalThrottle(plan);
    if (plan.adapts) throttle.share = this.#shareOf(name, plan.concurrency);
    this.#throttles.set(name, throttle);
  }

  has(name: string): boolean {
    return this.#throttles.has(name);
  }

  acquire(name: string, sending?: Sending): boolean {
    return this.#throttles.get(name)?.acquire(sending) ?? false;
  }

  release(name: string, feedback: Feedback | null, sending?: Sending): void {
    this.#throttles.get(name)?.release(feedback, sending);
  }

  probeRank(name: string, sending: Sending): number | null {
    return this.#throttles.get(name)?.probeRank(sending) ?? null;
  }

  capacity(name: string): number {
    return this.#throttles.get(name)?.capacity() ?? Number.POSITIVE_INFINITY;
  }

  onCapacity(listener: () => void): void {
    this.#listeners.push(listener);
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#syncing;
    await leave(this.#options.database, this.#id).catch(() => undefined);
  }

  #syncAgain(): void {
    this.#timer = setTimeout(async () => {
      this.#syncing = this.#sync();
      await this.#syncing;
      if (!this.#closed) this.#syncAgain();
    }, this.#nextMs());
  }

  /** The time until the next sync, or until a throttle has a free place if that is earlier. */
  #nextMs(): number {
    let next = this.#syncMs;
    for (const throttle of this.#throttles.values())
      next = Math.min(next, throttle.nextCapacityInMs() ?? this.#syncMs);
    return Math.max(10, next);
  }

  #lastSyncAt = 0;

  async #sync(): Promise<void> {
    const now = performance.now();
    if (this.#lastSyncAt === 0 || now - this.#lastSyncAt >= this.#syncMs) {
      this.#lastSyncAt = now;
      await this.#exchange().catch((error: unknown) =>
        this.#options.log.warn(
          { event: "throttles.sync_failed", err: error },
          "could not share throttles between workers",
        ),
      );
    }
    for (const listener of this.#listeners) listener();
  }

  async #exchange(): Promise<void> {
    const { database } = this.#options;
    this.#alive = await reportAlive(database, { id: this.#id, node: hostname() });
    this.#forgetUnused();
    const adapting = [...this.#throttles].filter(([, { plan }]) => plan.adapts);
    const withReport = adapting.filter(([, throttle]) => throttle.hasReport);
    for (let at = 0; at < withReport.length; at += THROTTLES_PER_SYNC)
      await this.#share(new Map(withReport.slice(at, at + THROTTLES_PER_SYNC)));
    const withoutReport = adapting.filter(([, throttle]) => !throttle.hasReport);
    const names = withoutReport.map(([name]) => name);
    const rows = names.length > 0 ? await findThrottles(database, names) : [];
    for (const row of rows) this.#apply(row);
    // The number of workers may have changed, so throttles without a row change too.
    const found = new Set(rows.map(({ name }) => name));
    for (const [name, throttle] of withoutReport)
      if (!found.has(name)) throttle.share = this.#shareOf(name, throttle.plan.concurrency);
  }

  /** The owner of a domain can create many dead destinations, so the number of closed throttles in memory is limited. */
  #forgetUnused(): void {
    const now = performance.now();
    const idle = [...this.#throttles].filter(([, throttle]) => throttle.isIdle);
    let closed = idle.filter(([, throttle]) => throttle.isClosed).length;
    for (const [name, throttle] of idle) {
      const isTooMany = throttle.isClosed && closed > MAX_CLOSED_KEPT;
      const unusedMs = throttle.isClosed ? FORGET_CLOSED_MS : FORGET_MS;
      if (!isTooMany && now - throttle.lastUsedAt <= unusedMs) continue;
      if (throttle.isClosed) closed -= 1;
      this.#throttles.delete(name);
    }
  }

  async #share(throttles: Map<string, LocalThrottle>): Promise<void> {
    const reportOf = new Map([...throttles].map(([name, throttle]) => [name, throttle.takeReport()]));
    const requested = [...throttles].map(([name, { plan }]) => ({ name, plan }));
    const putBack = () => {
      for (const [name, { report }] of reportOf) throttles.get(name)?.putBack(report);
    };
    const changed = await changeThrottles(this.#options.database, requested, (row) => {
      const { plan } = throttles.get(row.name) as LocalThrottle;
      const { report, overMs } = reportOf.get(row.name) as ReturnType<LocalThrottle["takeReport"]>;
      return { name: row.name, ...adaptThrottle({ row, report, plan, overMs }) };
    }).catch((error: unknown) => {
      putBack();
      throw error;
    });
    for (const row of changed) this.#apply(row);
  }

  #apply(state: ThrottleState & { name: string }): void {
    const { length } = this.#alive;
    const throttle = this.#throttles.get(state.name);
    throttle?.apply({
      state,
      share: this.#shareOf(state.name, Math.min(throttle.plan.maxConcurrency, state.concurrency)),
      perMinute: state.perMinute === null ? null : state.perMinute / length,
    });
  }

  #shareOf(name: string, concurrency: number): number {
    const index = Math.max(0, this.#alive.indexOf(this.#id));
    return shareOf(concurrency, { workers: this.#alive.length, index, seed: seedOf(name) });
  }
}

/** Spreads throttles with a single place over the workers. */
function seedOf(name: string): number {
  let seed = 0;
  for (let at = 0; at < name.length; at += 1) seed = (seed * 31 + name.charCodeAt(at)) >>> 0;
  return seed;
}
