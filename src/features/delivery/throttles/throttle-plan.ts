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
};

/** A fixed plan: it does not adapt. */
export function evenPlan(concurrency: number): ThrottlePlan {
  return { concurrency, maxConcurrency: concurrency, perMinute: null, adapts: false };
}
