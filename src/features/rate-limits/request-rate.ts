/**
 * How many requests an account may make in a minute, for all nodes together, without a write per request: a node counts in memory
 * and exchanges with the database once a second, and earlier when it took a twentieth of the limit since. So the limit may be
 * overshot by what all nodes take between two exchanges: at most one second of arrivals, and a twentieth of the limit plus the
 * arrivals of one round trip for each node. When the database is away, each node holds the limit for itself. Minutes are those of
 * the database's clock, which each exchange tells: with clocks of their own, nodes would count in different ones.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "../../platform/db/index.ts";
import type { Logger } from "../../platform/telemetry/index.ts";
import { type AccountCount, exchangeCounts } from "./request-counts.ts";

export const WINDOW_SECONDS = 60;
const WINDOW_MS = WINDOW_SECONDS * 1_000;
const EXCHANGE_EVERY_MS = 1_000;
/** More than the wall clock and the monotonic one drift apart while an exchange lasts. */
const SET_CLOCK_MS = 1_000;
/** Parts of the limit that a node takes at most before it tells the others. */
const SHARES_OF_LIMIT = 20;

/** `fromAll` counts this node's share up to the last exchange; `fromHere` what came since. */
type Count = { fromAll: number; fromHere: number };

export class RequestRate {
  /** Requests of an account in a minute; 0: any number. */
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

  /** Counts one request and answers how many remain in the window, or -1 if there was no room for it; then it is not counted. */
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

  /** Counts of the minute before that were not exchanged are of no more use. */
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

  /** The sums are those of the minute that it is now, also where this node was in another one. */
  #adopt(sent: AccountCount[], sums: AccountCount[]): void {
    const minute = this.#minuteNow();
    if (minute !== this.#minute) for (const count of this.#counts.values()) count.fromAll = 0;
    this.#minute = minute;
    for (const { accountId, taken } of sent) (this.#counts.get(accountId) as Count).fromHere -= taken;
    for (const { accountId, taken } of sums) (this.#counts.get(accountId) as Count).fromAll = taken;
  }

  async #exchange(): Promise<void> {
    // Kept by reference: a new minute that begins meanwhile has counts of its own.
    const counts = this.#counts;
    const sent = [...counts]
      .filter(([, { fromHere }]) => fromHere > 0)
      .map(([accountId, { fromHere }]) => ({ accountId, taken: fromHere }));
    if (sent.length === 0) return;
    try {
      const asked = { at: Date.now(), monotonic: performance.now() };
      const { now, sums } = await exchangeCounts(this.#database, sent);
      const [ms, monotonicMs] = [Date.now() - asked.at, performance.now() - asked.monotonic];
      // Not where this clock was set meanwhile: half of the jump would count as ours.
      if (Math.abs(ms - monotonicMs) < SET_CLOCK_MS) this.#behindMs = now - asked.at - ms / 2;
      if (counts === this.#counts) this.#adopt(sent, sums);
    } catch (error) {
      this.#log.debug({ event: "rate.not_shared", err: error }, "could not share how many requests came");
      this.#mustExchangeAgain = true;
      await pause(EXCHANGE_EVERY_MS, undefined, { ref: false });
    }
  }
}
