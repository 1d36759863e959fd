/** First and highest limits of a throttle: for all workers together if it adapts, otherwise for each worker. */
export type ThrottlePlan = {
  /** Transactions at once. */
  concurrency: number;
  maxConcurrency: number;
  /** Messages per minute. Null: no limit. */
  perMinute: number | null;
  /** Whether the throttle adapts to replies: slower when servers have trouble, otherwise faster. */
  adapts: boolean;
  /** Another part closes the hop and knows an alternative. */
  hasBreaker?: true;
  /** For relays, which know their clients: doubles while the server is slow and has not asked for a lower rate. */
  growsFast?: true;
};

/** A fixed plan: it does not adapt. */
export function evenPlan(concurrency: number): ThrottlePlan {
  return { concurrency, maxConcurrency: concurrency, perMinute: null, adapts: false };
}
