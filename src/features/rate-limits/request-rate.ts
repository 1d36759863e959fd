/**
 * Limits the requests of an account per minute, over all nodes, without a write per request: a node counts in memory and exchanges
 * counts with the database once a second, and earlier when it has counted a twentieth of the limit. So the limit may be overshot by
 * the requests between two exchanges: at most one second of arrivals, and for each node a twentieth of the limit plus the arrivals
 * of one round trip. While the database is unavailable, each node enforces the limit by itself. Minutes are those of the
 * database's clock, which each exchange returns; with their own clocks, nodes would count in different minutes.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "../../platform/db/index.ts";
import type { Logger } from "../../platform/telemetry/index.ts";
import { type AccountCount, exchangeCounts } from "./request-counts.ts";

export const WINDOW_SECONDS = 60;
const WINDOW_MS = WINDOW_SECONDS * 1_000;
const EXCHANGE_EVERY_MS = 1_000;
/** If the wall clock and the monotonic clock differ by this much after an exchange, the wall clock was set. */
const SET_CLOCK_MS = 1_000;
/** A node shares its count once it reaches the limit divided by this number. */
const SHARES_OF_LIMIT = 20;

/** `fromAll` counts all nodes, including this one, up to the last exchange; `fromHere` counts this node since then. */
type Count = { fromAll: number; fromHere: number };

export class RequestRate {
  /** Requests of an account per minute; 0: unlimited. */
  readonly limit: number;
  readonly #database: Database;
  readonly #log: Logger;
  readonly #exchangeAfter: number;
  #minute = 0;
  /** The database's clock minus this machine's. */
  #behindMs = 0;
  #counts = new Map<string, Count>();
  #timer: NodeJS.Timeout | null = null;
  #isExchanging = false;
  #mustExchangeAgain = false;

  constructor({ database, log, limit }: { database: Database; log: Logger; limit: number }) {
    this.#database = database;
    this.#log = log;
    this.limit = limit;
    this.#exchangeAfter = Math.max(1, Math.floor(limit / SHARES_OF_LIMIT));
  }

  /** Counts one request and returns how many remain in the window. Returns -1 if the limit is reached; the request is not counted. */
  take(accountId: string): number {
    const minute = this.#minuteNow();
    if (minute !== this.#minute) this.#begin(minute);
    const count = this.#counts.get(accountId) ?? this.#add(accountId);
    const remaining = this.limit - count.fromAll - count.fromHere - 1;
    if (remaining < 0) return -1;
    count.fromHere += 1;
    if (count.fromHere >= this.#exchangeAfter) this.#exchangeNow();
    else this.#timer ??= setTimeout(() => this.#exchangeNow(), EXCHANGE_EVERY_MS).unref();
    return remaining;
  }

  /** Whole seconds until the window ends. */
  secondsLeft(): number {
    return Math.ceil((WINDOW_MS - ((Date.now() + this.#behindMs) % WINDOW_MS)) / 1_000);
  }

  #minuteNow(): number {
    return Math.floor((Date.now() + this.#behindMs) / WINDOW_MS);
  }

  /** Counts of the previous minute that were not exchanged are discarded. */
  #begin(minute: number): void {
    this.#minute = minute;
    this.#counts = new Map();
  }

  #add(accountId: string): Count {
    const count = { fromAll: 0, fromHere: 0 };
    this.#counts.set(accountId, count);
    return count;
  }

  #exchangeNow(): void {
    this.#mustExchangeAgain = this.#isExchanging;
    if (this.#isExchanging) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#isExchanging = true;
    void this.#exchange().finally(() => {
      this.#isExchanging = false;
      if (this.#mustExchangeAgain) this.#exchangeNow();
    });
  }

  /** The sums belong to the current minute of the database, even if this node was in another one. */
  #adopt(sent: AccountCount[], sums: AccountCount[]): void {
    const minute = this.#minuteNow();
    if (minute !== this.#minute) for (const count of this.#counts.values()) count.fromAll = 0;
    this.#minute = minute;
    for (const { accountId, taken } of sent) (this.#counts.get(accountId) as Count).fromHere -= taken;
    for (const { accountId, taken } of sums) (this.#counts.get(accountId) as Count).fromAll = taken;
  }

  async #exchange(): Promise<void> {
    // Kept by reference, because a new minute that begins in the meantime has its own counts.
    const counts = this.#counts;
    const sent = [...counts]
      .filter(([, { fromHere }]) => fromHere > 0)
      .map(([accountId, { fromHere }]) => ({ accountId, taken: fromHere }));
    if (sent.length === 0) return;
    try {
      const sentAt = { wall: Date.now(), monotonic: performance.now() };
      const { now, sums } = await exchangeCounts(this.#database, sent);
      const [ms, monotonicMs] = [Date.now() - sentAt.wall, performance.now() - sentAt.monotonic];
      // Skipped if this clock was set in the meantime, because half of the jump would end up in the offset.
      if (Math.abs(ms - monotonicMs) < SET_CLOCK_MS) this.#behindMs = now - sentAt.wall - ms / 2;
      if (counts === this.#counts) this.#adopt(sent, sums);
    } catch (error) {
      this.#log.debug({ event: "rate.not_shared", err: error }, "could not share the rate limit counts");
      this.#mustExchangeAgain = true;
      await pause(EXCHANGE_EVERY_MS, undefined, { ref: false });
    }
  }
}
