import type { Feedback } from "./feedback.ts";
import type { ThrottlePlan } from "./throttle-plan.ts";
import type { ThrottleNews, ThrottleState } from "./throttle-state.ts";

/** Recipients in hand for each transaction that may be under way: the next ones wait here and not in the database. */
const DEPTH = 4;
/** Tokens that gather while nothing is sent, as a part of a minute. */
const BURST_MS = 5_000;
/** Accounts whose last probe is remembered; with more, the oldest are forgotten. */
const MAX_TRIED = 1_000;

/** Whose mail a transaction carries, and where to. */
export type Sending = { accountId: string; domain: string };

/** What one worker does on a throttle, within its share of what the throttle allows. */
export class LocalThrottle {
  readonly plan: ThrottlePlan;
  /** This worker's share of the transactions, and of the messages a minute. */
  share: number;
  #perMinute: number | null;
  #tokens: number;
  #tokensAt = performance.now();
  #underWay = 0;
  #closedUntil = 0;
  #failures = 0;
  #news = noNews();
  #newsSince = performance.now();
  #lastDomain: string | null = null;
  #probes = 0;
  /** By account: which probe was its last. */
  readonly #triedAt = new Map<string, number>();
  lastUsedAt = performance.now();

  constructor(plan: ThrottlePlan) {
    this.plan = plan;
    this.share = plan.concurrency;
    this.#perMinute = plan.perMinute;
    this.#tokens = 1;
  }

  /** Takes over what all workers know. */
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
    this.#perMinute = perMinute;
    this.#failures = state.failures;
    this.#closedUntil = state.closedForMs > 0 ? performance.now() + state.closedForMs : 0;
  }

  get isIdle(): boolean {
    return this.#underWay === 0 && !this.hasNews;
  }

  /** Also between two tries of servers that could not be reached: who forgot it would begin anew. */
  get isClosed(): boolean {
    return this.#failures > 0 || performance.now() < this.#closedUntil;
  }

  get hasNews(): boolean {
    const { sent, slowDowns, failure } = this.#news;
    return sent > 0 || slowDowns > 0 || failure !== null;
  }

  /** What could not be told is told with the next. */
  putBack({ sent, slowDowns, failure }: ThrottleNews): void {
    this.#news.sent += sent;
    this.#news.slowDowns += slowDowns;
    this.#news.failure ??= failure;
  }

  /** What was seen since the last time, and over how long. */
  takeNews(): { news: ThrottleNews; overMs: number } {
    const now = performance.now();
    const taken = { news: this.#news, overMs: now - this.#newsSince };
    this.#news = noNews();
    this.#newsSince = now;
    return taken;
  }

  acquire(sending?: Sending): boolean {
    if (this.#underWay >= this.#most() || !this.#takeToken()) return false;
    this.#underWay += 1;
    this.lastUsedAt = performance.now();
    if (this.#failures > 0 && sending) this.#noteProbe(sending.accountId);
    return true;
  }

  release(feedback: Feedback | null, sending?: Sending): void {
    this.#underWay -= 1;
    this.lastUsedAt = performance.now();
    if (!this.plan.adapts || feedback === null) return;
    const { sent, slowDown, failure } = feedback;
    if (slowDown) this.#news.slowDowns += 1;
    if (sent) {
      this.#news.sent += 1;
      this.#failures = 0;
      this.#triedAt.clear();
      this.#lastDomain = sending?.domain ?? null;
    } else if (failure) this.#fail(failure);
  }

  #fail({ reason, isConfirmed, longestMs }: NonNullable<Feedback["failure"]>): void {
    if (this.plan.hasBreaker || (!isConfirmed && this.#failures === 0)) return;
    // Those that had begun before the throttle was closed tell nothing new.
    if (performance.now() < this.#closedUntil) return;
    // Others get through: then it is our number that this connection was too many for.
    if (this.#news.sent > 0) {
      this.#news.slowDowns += 1;
      return;
    }
    this.#news.failure = { reason, longestMs };
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

  #noteProbe(accountId: string): void {
    this.#probes += 1;
    this.#triedAt.delete(accountId);
    this.#triedAt.set(accountId, this.#probes);
    if (this.#triedAt.size > MAX_TRIED)
      for (const oldest of this.#triedAt.keys()) return void this.#triedAt.delete(oldest);
  }

  capacity(): number {
    if (!this.plan.adapts) return Number.POSITIVE_INFINITY;
    const most = this.#most();
    return most <= 1 ? most : most * DEPTH;
  }

  /** After a closing one message tries, until one has got through. */
  #most(): number {
    if (performance.now() < this.#closedUntil) return 0;
    return this.#failures > 0 ? Math.min(1, this.share) : this.share;
  }

  /** When a token, or the end of a closing, will make a place; null: nothing of the kind is waited for. */
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

function noNews(): ThrottleNews {
  return { sent: 0, slowDowns: 0, failure: null };
}
