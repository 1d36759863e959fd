import type { AttemptOutcome } from "./attempt.ts";

/** Failures in a row after which sending to the webhook pauses. The feed keeps its events. */
const MAX_FAILURES = 5;
const FIRST_REST_MS = 5_000;
const MAX_REST_MS = 300_000;
/** A server that asks for a longer pause is tested with one request after this time: other events may not concern what is unavailable. */
const MAX_ASKED_REST_MS = 3_600_000;
/** Too Many Requests (RFC 6585 §4), Service Unavailable (RFC 9110 §15.6.4): `Retry-After` concerns all requests. */
const PAUSING: readonly (number | null | undefined)[] = [429, 503];

/** `forMs`: the time since the first of them. */
export type EarlierFailures = { count: number; forMs: number };

/**
 * The failures of a webhook since its last success, and how long it rests. A rest is as long as it has failed until then, so that rests
 * double, however many requests were in flight when it began to fail.
 */
export class FailuresInARow {
  #count: number;
  /** When the first of them happened (`performance.now()`). */
  #since: number;
  /** The pause that the server asked for. */
  #askedRestMs = 0;

  constructor({ count, forMs }: EarlierFailures) {
    this.#count = count;
    this.#since = performance.now() - forMs;
  }

  /** The limit of requests in flight: after a failure, one request at a time tests the webhook. */
  limitOf(concurrency: number): number {
    return this.#count > 0 ? 1 : concurrency;
  }

  /** The webhook may fail on everything, so single requests test it. */
  get isDown(): boolean {
    return this.#count >= MAX_FAILURES;
  }

  get isRestNeeded(): boolean {
    return this.isDown || this.#askedRestMs > 0;
  }

  /** 0: it needs no rest. */
  get restMs(): number {
    if (!this.isDown) return this.#askedRestMs;
    const failingMs = performance.now() - this.#since;
    return Math.max(FIRST_REST_MS, Math.min(MAX_REST_MS, failingMs), this.#askedRestMs);
  }

  add({ status, retryAfterSeconds }: Pick<AttemptOutcome, "status" | "retryAfterSeconds">): void {
    if (this.#count === 0) this.#since = performance.now();
    this.#count += 1;
    if (retryAfterSeconds && PAUSING.includes(status))
      this.#askedRestMs = Math.min(MAX_ASKED_REST_MS, retryAfterSeconds * 1_000);
  }

  /** A pause that the server asked for remains. */
  reset(): void {
    this.#count = 0;
  }
}
