import type { DnsAnswer, DnsType } from "./dns-answer.ts";

export type CacheOptions = {
  /** 0 turns the cache off. */
  maxEntries?: number;
  /** A monotonic clock in milliseconds. */
  now?: () => number;
};

type CachedAnswer = DnsAnswer<DnsType>;

/** Most answers are below 1 kB, and none is much larger than `MAX_KEPT_BYTES`. */
const DEFAULT_MAX_ENTRIES = 20_000;
/** Answers that are larger on the wire are not cached. They are rare, and an attacker could fill the memory with them. */
export const MAX_KEPT_BYTES = 4_096;
/**
 * A longer TTL is cut to this. Otherwise mail to a domain that moved its servers could be delayed even a day after the move.
 */
const MAX_SECONDS = 3_600;
/** RFC 2308 §5 allows hours, but a domain owner who has just added a missing record expects mail to arrive. */
const MAX_NEGATIVE_SECONDS = 300;
/** RFC 9520 §3.2: failures are cached for 1 s to 5 min. Otherwise much mail for a dead domain would flood the resolver. */
const FAILURE_SECONDS = 5;

/**
 * Caches answers, keyed by question, until they expire. When the cache is full, the oldest answer is evicted, because
 * senders can query any number of names.
 */
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
