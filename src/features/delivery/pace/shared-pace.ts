import { hostname } from "node:os";
import type { Database } from "../../../platform/db/index.ts";
import { newId } from "../../../platform/ids/index.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";
import type { Feedback } from "./feedback.ts";
import type { LanePlan } from "./lane-plan.ts";
import { adaptLane, type LaneState, shareOf } from "./lane-state.ts";
import { LocalLane, type Sending } from "./local-lane.ts";
import type { Pace } from "./pace.ts";
import { beAlive, changeLanes, findLanes, leave } from "./queries.ts";

/** Workers tell each other so often: a warning of a server reaches all within it. */
const usualSyncMs = 1_000;
/** Lanes that nothing has gone to for so long are known no more here. */
const forgetMs = 120_000;
/** Longer than a closing: a lane that nobody tried after one has no mail any more. */
const FORGET_CLOSED_MS = 3_600_000;
/** All workers ask for them once a second. A lane that was forgotten is found closed again within that time. */
const MAX_CLOSED_KEPT = 5_000;
/** Lanes of one transaction: a few thousand destinations must not lock the table for long. */
const lanesPerSync = 500;

type Options = { database: Database; log: Logger; syncMs?: number };

/**
 * The pace of lanes, shared by all workers through the tables `lanes` and `workers`: each has its part of what a lane may take.
 * Without the database the last that was heard stands.
 */
export class SharedPace implements Pace {
  readonly #options: Options;
  readonly #id = newId();
  readonly #lanes = new Map<string, LocalLane>();
  readonly #listeners: (() => void)[] = [];
  #alive: string[] = [this.#id];
  #timer: NodeJS.Timeout | null = null;
  #syncing: Promise<void> = Promise.resolve();
  readonly #syncMs: number;
  #closed = false;

  constructor(options: Options) {
    this.#options = options;
    this.#syncMs = options.syncMs ?? usualSyncMs;
  }

  async start(): Promise<void> {
    await this.#sync();
    this.#syncAgain();
  }

  meet(name: string, plan: LanePlan): void {
    if (this.#lanes.has(name)) return;
    const lane = new LocalLane(plan);
    if (plan.adapts) lane.share = this.#shareOf(name, plan.concurrency);
    this.#lanes.set(name, lane);
  }

  begin(name: string, sending?: Sending): boolean {
    return this.#lanes.get(name)?.begin(sending) ?? false;
  }

  end(name: string, feedback: Feedback | null, sending?: Sending): void {
    this.#lanes.get(name)?.end(feedback, sending);
  }

  trialRank(name: string, sending: Sending): number | null {
    return this.#lanes.get(name)?.trialRank(sending) ?? null;
  }

  room(name: string): number {
    return this.#lanes.get(name)?.room() ?? Number.POSITIVE_INFINITY;
  }

  onRoom(listener: () => void): void {
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

  /** Until the next sync, or earlier if a lane has a place by then. */
  #nextMs(): number {
    let next = this.#syncMs;
    for (const lane of this.#lanes.values()) next = Math.min(next, lane.nextRoomInMs() ?? this.#syncMs);
    return Math.max(10, next);
  }

  #lastSyncAt = 0;

  async #sync(): Promise<void> {
    const now = performance.now();
    if (this.#lastSyncAt === 0 || now - this.#lastSyncAt >= this.#syncMs) {
      this.#lastSyncAt = now;
      await this.#exchange().catch((error: unknown) =>
        this.#options.log.warn(
          { event: "pace.sync_failed", err: error },
          "could not share the pace of lanes",
        ),
      );
    }
    for (const listener of this.#listeners) listener();
  }

  async #exchange(): Promise<void> {
    const { database } = this.#options;
    this.#alive = await beAlive(database, { id: this.#id, node: hostname() });
    this.#forgetUnused();
    const adapting = [...this.#lanes].filter(([, { plan }]) => plan.adapts);
    const withNews = adapting.filter(([, lane]) => lane.hasNews);
    for (let at = 0; at < withNews.length; at += lanesPerSync)
      await this.#tell(new Map(withNews.slice(at, at + lanesPerSync)));
    const others = adapting.filter(([, lane]) => !lane.hasNews);
    const names = others.map(([name]) => name);
    const rows = names.length > 0 ? await findLanes(database, names) : [];
    for (const row of rows) this.#apply(row);
    // The number of workers may have changed, also for lanes that nobody has told of.
    const told = new Set(rows.map(({ name }) => name));
    for (const [name, lane] of others)
      if (!told.has(name)) lane.share = this.#shareOf(name, lane.plan.concurrency);
  }

  /** Whoever owns a domain can make as many dead ones as there is mail for: closed lanes are kept, but not all of them. */
  #forgetUnused(): void {
    const now = performance.now();
    const idle = [...this.#lanes].filter(([, lane]) => lane.isIdle);
    let closed = idle.filter(([, lane]) => lane.isClosed).length;
    for (const [name, lane] of idle) {
      const isTooMany = lane.isClosed && closed > MAX_CLOSED_KEPT;
      const unusedMs = lane.isClosed ? FORGET_CLOSED_MS : forgetMs;
      if (!isTooMany && now - lane.lastUsedAt <= unusedMs) continue;
      if (lane.isClosed) closed -= 1;
      this.#lanes.delete(name);
    }
  }

  async #tell(lanes: Map<string, LocalLane>): Promise<void> {
    const told = new Map([...lanes].map(([name, lane]) => [name, lane.takeNews()]));
    const asked = [...lanes].map(([name, { plan }]) => ({ name, plan }));
    const putBack = () => {
      for (const [name, { news }] of told) lanes.get(name)?.putBack(news);
    };
    const changed = await changeLanes(this.#options.database, asked, (row) => {
      const { plan } = lanes.get(row.name) as LocalLane;
      const { news, overMs } = told.get(row.name) as ReturnType<LocalLane["takeNews"]>;
      return { name: row.name, ...adaptLane({ row, news, plan, overMs }) };
    }).catch((error: unknown) => {
      putBack();
      throw error;
    });
    for (const row of changed) this.#apply(row);
  }

  #apply(state: LaneState & { name: string }): void {
    const { length } = this.#alive;
    this.#lanes.get(state.name)?.apply({
      state,
      share: this.#shareOf(state.name, state.concurrency),
      perMinute: state.perMinute === null ? null : state.perMinute / length,
    });
  }

  #shareOf(name: string, concurrency: number): number {
    const index = Math.max(0, this.#alive.indexOf(this.#id));
    return shareOf(concurrency, { workers: this.#alive.length, index, seed: seedOf(name) });
  }
}

/** So that lanes of one place each do not all fall to the same worker. */
function seedOf(name: string): number {
  let seed = 0;
  for (let at = 0; at < name.length; at += 1) seed = (seed * 31 + name.charCodeAt(at)) >>> 0;
  return seed;
}
