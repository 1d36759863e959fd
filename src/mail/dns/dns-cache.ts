import type { DnsAnswer, DnsType } from "./dns-answer.ts";

export type CacheOptions = {
  /** 0 keeps nothing. */
  maxEntries?: number;
  /** A clock in milliseconds, that only goes forward. */
  now?: () => number;
};

type Kept = DnsAnswer<DnsType>;

/** Most are below 1 kB, none is much over `MAX_KEPT_BYTES`. */
const DEFAULT_MAX_ENTRIES = 20_000;
/** On the wire. Larger ones are rare, and a stranger's domains could fill the memory with them. */
export const MAX_KEPT_BYTES = 4_096;
/** Longer, and a domain that moves its mail waits for us although its owner let a day pass in between. */
const MAX_SECONDS = 3_600;
/** RFC 2308 §5 allows hours; but who has just put a missing record in place wants mail to flow. */
const MAX_NEGATIVE_SECONDS = 300;
/** RFC 9520 §3.2: a failure is kept too, or a dead domain with much mail floods the resolver; at least 1 s, at most 5 min. */
const FAILURE_SECONDS = 5;

/** Answers by question for as long as they may be believed. The oldest make room: names come from outside. */
export class DnsCache {
  readonly #entries = new Map<string, { answer: Kept; freshUntil: number }>();
  readonly #maxEntries: number;
  readonly #now: () => number;

  constructor({ maxEntries = DEFAULT_MAX_ENTRIES, now = () => performance.now() }: CacheOptions = {}) {
    this.#maxEntries = maxEntries;
    this.#now = now;
  }

  get(key: string): Kept | undefined {
    const entry = this.#entries.get(key);
    const leftMs = entry ? entry.freshUntil - this.#now() : 0;
    if (entry && leftMs > 0)
      return entry.answer.ok ? { ...entry.answer, ttlSeconds: Math.ceil(leftMs / 1_000) } : entry.answer;
    this.#entries.delete(key);
    return undefined;
  }

  keep(key: string, answer: Kept, ttlSeconds: number): void {
    const seconds = Math.min(ttlSeconds, longestOf(answer));
    if (seconds <= 0 || this.#maxEntries === 0) return;
    this.#entries.delete(key);
    this.#entries.set(key, { answer, freshUntil: this.#now() + seconds * 1_000 });
    const oldest = this.#entries.keys().next();
    if (this.#entries.size > this.#maxEntries && !oldest.done) this.#entries.delete(oldest.value);
  }
}

function longestOf(answer: Kept): number {
  if (!answer.ok && answer.kind === "temporary") return FAILURE_SECONDS;
  return answer.ok && answer.records.length > 0 ? MAX_SECONDS : MAX_NEGATIVE_SECONDS;
}
