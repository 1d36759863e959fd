import type { AttemptOutcome } from "./attempt.ts";

/** Failures in a row after which sending to the webhook pauses. The feed keeps its events. */
const MAX_FAILURES = 5;
const FIRST_REST_MS = 5_000;
const MAX_REST_MS = 300_000;
/** A server that asks for a longer pause is tested with one request after this time: other events may not concern what is unavailable. */
const MAX_ASKED_REST_MS = 3_600_000;
/** Too Many Requests (RFC 6585 §4), Service Unavailable (RFC 9110 §15.6.4): `Retry-After` concerns all requests. */
const PAUSING: readonly (number | null | undefined)[] = [429, 503];

/** Counts the failures of a webhook since its last success, and decides how long it rests. */
export class FailuresInARow {
  #count: number;
  /** The pause that the server asked for. */
  #askedRestMs = 0;

  constructor(count: number) {
    this.#count = count;
  }

  get hasSome(): boolean {
    return this.#count > 0;
  }

  get isRestNeeded(): boolean {
    return this.#count >= MAX_FAILURES || this.#askedRestMs > 0;
  }

  /** 0: it needs no rest. */
  get restMs(): number {
    if (this.#count < MAX_FAILURES) return this.#askedRestMs;
    const restMs = Math.min(MAX_REST_MS, FIRST_REST_MS * 2 ** (this.#count - MAX_FAILURES));
    return Math.max(restMs, this.#askedRestMs);
  }

  add({ status, retryAfterSeconds }: Pick<AttemptOutcome, "status" | "retryAfterSeconds">): void {
    this.#count += 1;
    if (retryAfterSeconds && PAUSING.includes(status))
      this.#askedRestMs = Math.min(MAX_ASKED_REST_MS, retryAfterSeconds * 1_000);
  }

  /** A pause that the server asked for remains. */
  reset(): void {
    this.#count = 0;
  }
}
