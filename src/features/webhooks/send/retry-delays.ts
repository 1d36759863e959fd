/** Delays before each retry, in seconds: 5 s to 24 h, 75 h in all (Standard Webhooks 1.0.0, "Deliverability and reliability"). */
const DELAYS = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
/** Each delay varies at random by this share, so that many retries do not become due at the same time. */
const JITTER = 0.2;
/** A server may ask for a longer delay than ours, up to this. */
const MAX_RETRY_AFTER_SECONDS = 86_400;

type Failed = {
  /** Failed attempts, including this one. */
  tries: number;
  /** The delay that the server asked for. */
  retryAfterSeconds: number | null;
  /** 0 to 1. */
  random: number;
};

/** Returns the delay before the next attempt in seconds. Null: there are no more attempts. */
export function retryDelay({ tries, retryAfterSeconds, random }: Failed): number | null {
  const delay = DELAYS[tries - 1];
  if (delay === undefined) return null;
  const varied = delay * (1 - JITTER + 2 * JITTER * random);
  return Math.max(varied, Math.min(retryAfterSeconds ?? 0, MAX_RETRY_AFTER_SECONDS));
}
