import type { Feedback } from "./feedback.ts";
import type { ThrottlePlan } from "./throttle-plan.ts";
import type { ThrottleReport, ThrottleState } from "./throttle-state.ts";

/** Recipients in flight per possible transaction: the next ones wait in the worker and not in the database. */
const DEPTH = 4;
/** Unused tokens collect for this long. More would allow a burst far above the rate. */
const BURST_MS = 5_000;
/** A server whose transactions take this long is slower than this machine: more of them at once deliver more. */
const SLOW_MS = 25;
/** Accounts whose last probe is in memory. Above this number, the oldest are forgotten. */
const MAX_TRIED = 1_000;

/** The account and the recipient domain of a transaction. */
export type Sending = { accountId: string; domain: string };

/** One worker's part of a throttle, within its share of the limits. */
export class LocalThrottle {
  plan: ThrottlePlan;
  /** This worker's share of the transactions, and of the messages per minute. */
  share: number;
  #perMinute: number | null;
  #tokens: number;
  #tokensAt = performance.now();
  #inFlight = 0;
  /** The sum of the durations of all transactions since the last exchange, in ms. */
  #busyMs = 0;
  #countedAt = performance.now();
  #wasFull = false;
  /**
   * The number of other transactions in flight when the server refused one. Until the next exchange, at most this many run at once.
   */
  #ceiling = Number.POSITIVE_INFINITY;
  #closedUntil = 0;
  #failures = 0;
  #report = emptyReport();
  #reportSince = performance.now();
  #lastDomain: string | null = null;
  #probes = 0;
  /** The number of the last probe, by account. */
  readonly #triedAt = new Map<string, number>();
  lastUsedAt = performance.now();

  constructor(plan: ThrottlePlan) {
    this.plan = plan;
    this.share = plan.concurrency;
    this.#perMinute = plan.perMinute;
    this.#tokens = 1;
  }

  /** Takes over the shared state. */
  apply({
    state,
    share,
    perMinute,
  }: {
    state: ThrottleState;
    share: number;
    perMinute: number | null;
  }): void {
    this.share = share;
    this.#ceiling = Number.POSITIVE_INFINITY;
    this.#perMinute = perMinute;
    this.#failures = state.failures;
    this.#closedUntil = state.closedForMs > 0 ? performance.now() + state.closedForMs : 0;
  }

  /**
   * Mail asked for the throttle, so that it is not forgotten even if this worker has no place in it. The plan may have changed, for
   * example because a relay was edited. It applies from the next exchange on.
   */
  keep(plan: ThrottlePlan): void {
    this.plan = plan;
    this.lastUsedAt = performance.now();
  }

  get isIdle(): boolean {
    return this.#inFlight === 0 && !this.hasReport;
  }

  /** Whether the throttle is closed, or was closed and no message has been accepted since. Such state must not be forgotten. */
  get isClosed(): boolean {
    return this.#failures > 0 || performance.now() < this.#closedUntil;
  }

  get hasReport(): boolean {
    const { sent, slowDowns, failure } = this.#report;
    return sent > 0 || slowDowns > 0 || failure !== null;
  }

  /** Adds a report that could not be shared to the next one. */
  putBack({ sent, slowDowns, failure, isHeldBack }: ThrottleReport): void {
    this.#report.sent += sent;
    this.#report.slowDowns += slowDowns;
    this.#report.isHeldBack ||= isHeldBack;
    if (this.#report.sent === 0) this.#report.failure ??= failure;
  }

  /** Returns what was seen since the last call, and its duration. */
  takeReport(): { report: ThrottleReport; overMs: number } {
    const now = performance.now();
    this.#countBusyTime(now);
    const isHeldBack =
      this.#report.isHeldBack || (this.#wasFull && this.#busyMs >= SLOW_MS * this.#report.sent);
    const taken = { report: { ...this.#report, isHeldBack }, overMs: now - this.#reportSince };
    this.#report = emptyReport();
    this.#reportSince = now;
    this.#busyMs = 0;
    this.#wasFull = false;
    return taken;
  }

  acquire(sending?: Sending): boolean {
    if (this.#inFlight >= this.#limit()) {
      this.#wasFull = true;
      return false;
    }
    if (!this.#takeToken()) return false;
    const now = performance.now();
    this.#countBusyTime(now);
    this.#inFlight += 1;
    this.lastUsedAt = now;
    if (this.#failures > 0 && sending) this.#recordProbe(sending.accountId);
    return true;
  }

  release(feedback: Feedback | null, sending?: Sending): void {
    const now = performance.now();
    this.#countBusyTime(now);
    this.#inFlight -= 1;
    this.lastUsedAt = now;
    if (!this.plan.adapts || feedback === null) return;
    const { sent, slowDown, failure } = feedback;
    if (slowDown) this.#report.slowDowns += 1;
    if (sent) {
      this.#report.sent += 1;
      this.#report.failure = null;
      this.#failures = 0;
      // A closing that was not shared yet was wrong: the server accepts mail.
      if (this.#closedUntil === Number.POSITIVE_INFINITY) this.#closedUntil = 0;
      this.#triedAt.clear();
      this.#lastDomain = sending?.domain ?? null;
    } else if (failure) this.#fail(failure);
  }

  #countBusyTime(now: number): void {
    this.#busyMs += this.#inFlight * (now - this.#countedAt);
    this.#countedAt = now;
  }

  #fail({ reason, isConfirmed, longestMs }: NonNullable<Feedback["failure"]>): void {
    if (this.plan.hasBreaker || (!isConfirmed && this.#failures === 0)) return;
    // Transactions that began before the throttle closed add nothing new.
    if (performance.now() < this.#closedUntil) return;
    if (this.#report.sent > 0) {
      this.#report.slowDowns += 1;
      // The server accepted mail a moment ago, so this connection may only be one too many. The others will show it.
      this.#ceiling = this.#inFlight;
      if (this.#inFlight > 0) return;
    }
    this.#report.failure = { reason, longestMs };
    this.#closedUntil = Number.POSITIVE_INFINITY;
  }

  /**
   * The order of probes after a closing, lowest first: another account than last time, then the domain that took mail last, then the
   * account whose last probe is longest ago. Null: no probe is due, so any order will do.
   */
  probeRank({ accountId, domain }: Sending): number | null {
    if (this.#failures === 0) return null;
    const last = this.#triedAt.get(accountId) ?? 0;
    const isLast = last > 0 && last === this.#probes;
    return (isLast ? 2e9 : 0) + (domain === this.#lastDomain ? 0 : 1e9) + last;
  }

  #recordProbe(accountId: string): void {
    this.#probes += 1;
    this.#triedAt.delete(accountId);
    this.#triedAt.set(accountId, this.#probes);
    if (this.#triedAt.size > MAX_TRIED)
      for (const oldest of this.#triedAt.keys()) return void this.#triedAt.delete(oldest);
  }

  capacity(): number {
    if (!this.plan.adapts) return Number.POSITIVE_INFINITY;
    const limit = this.#limit();
    return limit <= 1 ? limit : limit * DEPTH;
  }

  /** After the throttle was closed, one message at a time is sent as a probe until one succeeds. */
  #limit(): number {
    if (performance.now() < this.#closedUntil) return 0;
    return Math.min(this.share, this.#failures > 0 ? 1 : this.#ceiling);
  }

  /** The time until a place is free: at the next token, or when the throttle opens again. Null: the throttle waits for neither. */
  nextCapacityInMs(): number | null {
    const now = performance.now();
    if (now < this.#closedUntil)
      return this.#closedUntil === Number.POSITIVE_INFINITY ? null : this.#closedUntil - now;
    if (this.#perMinute === null) return null;
    this.#refill();
    return this.#tokens >= 1 ? null : ((1 - this.#tokens) / this.#perMinute) * 60_000;
  }

  #takeToken(): boolean {
    if (this.#perMinute === null) return true;
    this.#refill();
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  #refill(): void {
    const perMinute = this.#perMinute ?? 0;
    const now = performance.now();
    const most = Math.max(1, (perMinute * BURST_MS) / 60_000);
    this.#tokens = Math.min(most, this.#tokens + ((now - this.#tokensAt) / 60_000) * perMinute);
    this.#tokensAt = now;
  }
}

function emptyReport(): ThrottleReport {
  return { sent: 0, slowDowns: 0, failure: null, isHeldBack: false };
}
