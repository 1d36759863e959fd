/** When a request is made again. Pure, so that each row of the decision has a test. */
import type { PosthouseError } from "./posthouse-error.ts";

/** Short enough that a dropped connection is not felt, long enough that a restarting server is not hammered. */
const firstDelayMs = 250;
const longestDelayMs = 8_000;
/** A server that wants more than this (a quota that ends tonight) is for the caller to wait for, not for a pending promise. */
const longestRetryAfterMs = 60_000;

type Situation = {
  error: PosthouseError;
  /** Requests made so far, at least 1. */
  attempts: number;
  maxRetries: number;
  /** A second request does no harm although nobody knows what became of the first. */
  repeatable: boolean;
  /** From 0 up to 1. */
  random: number;
};

/** How long to wait before the next attempt; null: there is none. */
export function delayBeforeRetry({
  error,
  attempts,
  maxRetries,
  repeatable,
  random,
}: Situation): number | null {
  if (attempts > maxRetries) return null;
  if (!(repeatable ? mayHelp(error) : wasNotDone(error))) return null;
  const backoff = Math.min(firstDelayMs * 2 ** (attempts - 1), longestDelayMs);
  // Jitter, so that clients that failed together do not come back together.
  if (error.retryAfterMs === null) return backoff / 2 + (backoff / 2) * random;
  if (error.retryAfterMs > longestRetryAfterMs) return null;
  return error.retryAfterMs + firstDelayMs * random;
}

/** The server says that it refused before it did anything. */
function wasNotDone({ status, code }: PosthouseError): boolean {
  return status === 429 || code === "idempotency_in_progress";
}

function mayHelp(error: PosthouseError): boolean {
  const { status, code } = error;
  if (wasNotDone(error) || code === "network_error" || code === "timeout") return true;
  return status !== null && (status === 408 || (status >= 500 && status !== 501));
}

/** RFC 9110 §10.2.3: seconds, or a date. Null if there is none that can be read. */
export function readRetryAfter(value: string | null, now: number): number | null {
  if (!value) return null;
  if (/^\d{1,10}$/.test(value.trim())) return Number(value) * 1_000;
  // Date.parse takes nearly anything with a number for a date.
  const date = /^[A-Z][a-z]{2}, /.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
