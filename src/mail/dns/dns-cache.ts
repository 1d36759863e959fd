import type { DnsAnswer, DnsType } from "./dns-answer.ts";

export type CacheOptions = {
  /** 0 turns the cache off. */
  maxEntries?: number;
  /** A monotonic clock in milliseconds. */
  now?: () => number;
};

type CachedAnswer = DnsAnswer<DnsType>;

/** Most are below 1 kB, none is much larger than `MAX_KEPT_BYTES`. */
const DEFAULT_MAX_ENTRIES = 20_000;
/** The size of an answer on the wire. Larger answers are rare, and an attacker's domains could fill the memory with them. */
export const MAX_KEPT_BYTES = 4_096;
/** A longer limit would delay mail to a domain that moved its servers, although its owner waited for a day. */
const MAX_SECONDS = 3_600;
/** RFC 2308 §5 allows hours, but an owner who has just added a missing record wants mail to flow. */
const MAX_NEGATIVE_SECONDS = 300;
/**
 * RFC 9520 §3.2: failures are cached too, because a dead domain with much mail would flood the resolver. At least 1 s, at
 * most 5 min.
 */
const FAILURE_SECONDS = 5;

/** Caches answers, keyed by question, until they expire. The oldest are evicted, because names come from outside. */
export class DnsCache {
  readonly #entries = new Map<string, { answer: CachedAnswer; freshUntil: number }>();
  readonly #maxEntries: number;
  readonly #now: () => number;

  constructor({ maxEntries = DEFAULT_MAX_ENTRIES, now = () => performance.now() }: CacheOptions = {}) {
    this.#maxEntries = maxEntries;
    this.#now = now;
  }

  get(key: string): CachedAnswer | undefined {
    const entry = this.#entries.get(key);
    const leftMs = entry ? entry.freshUntil - this.#now() : 0;
    if (entry && leftMs > 0)
      return entry.answer.ok ? { ...entry.answer, ttlSeconds: Math.ceil(leftMs / 1_000) } : entry.answer;
    this.#entries.delete(key);
    return undefined;
  }

  keep(key: string, answer: CachedAnswer, ttlSeconds: number): void {
    const seconds = Math.min(ttlSeconds, maxSecondsOf(answer));
    if (seconds <= 0 || this.#maxEntries === 0) return;
    this.#entries.delete(key);
    this.#entries.set(key, { answer, freshUntil: this.#now() + seconds * 1_000 });
    const oldest = this.#entries.keys().next();
    if (this.#entries.size > this.#maxEntries && !oldest.done) this.#entries.delete(oldest.value);
  }
}

function maxSecondsOf(answer: CachedAnswer): number {
  if (!answer.ok && answer.kind === "temporary") return FAILURE_SECONDS;
  return answer.ok && answer.records.length > 0 ? MAX_SECONDS : MAX_NEGATIVE_SECONDS;
}
