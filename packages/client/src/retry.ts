/** Decides when a request is retried. Pure, so that tests cover each case. */
import type { PosthouseError } from "./posthouse-error.ts";

/** Short enough that a dropped connection goes unnoticed, long enough not to flood a restarting server. */
const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 8_000;
/** Longer waits, such as for a daily quota, are left to the caller. */
const MAX_RETRY_AFTER_MS = 60_000;

type Situation = {
  error: PosthouseError;
  /** Number of requests made so far, at least 1. */
  attempts: number;
  maxRetries: number;
  /** True when a repeated request is safe even if the first one was carried out. */
  repeatable: boolean;
  /** A random number from 0 up to 1. */
  random: number;
};

/** Returns the delay before the next attempt, or null when the request is not retried. */
export function delayBeforeRetry({
  error,
  attempts,
  maxRetries,
  repeatable,
  random,
}: Situation): number | null {
  if (attempts > maxRetries) return null;
  if (!(repeatable ? mayHelp(error) : wasNotDone(error))) return null;
  const backoff = Math.min(FIRST_DELAY_MS * 2 ** (attempts - 1), MAX_DELAY_MS);
  // Jitter, so that clients that failed together do not retry together.
  if (error.retryAfterMs === null) return backoff / 2 + (backoff / 2) * random;
  if (error.retryAfterMs > MAX_RETRY_AFTER_MS) return null;
  return error.retryAfterMs + FIRST_DELAY_MS * random;
}

/** True when the server rejected the request before doing anything. */
function wasNotDone({ status, code }: PosthouseError): boolean {
  return status === 429 || code === "idempotency_in_progress";
}

function mayHelp(error: PosthouseError): boolean {
  const { status, code } = error;
  if (wasNotDone(error) || code === "network_error" || code === "timeout") return true;
  return status !== null && (status === 408 || (status >= 500 && status !== 501));
}

/** Reads Retry-After: seconds or a date (RFC 9110 §10.2.3). Returns null when it is absent or invalid. */
export function readRetryAfter(value: string | null, now: number): number | null {
  if (!value) return null;
  if (/^\d{1,10}$/.test(value.trim())) return Number(value) * 1_000;
  // Date.parse accepts almost any text with a number as a date.
  const date = /^[A-Z][a-z]{2}, /.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
