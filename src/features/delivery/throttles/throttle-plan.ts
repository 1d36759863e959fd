/** How a throttle begins, and the most that it may become: for all workers together if it adapts, else for each. */
export type ThrottlePlan = {
  /** Transactions at once. */
  concurrency: number;
  maxConcurrency: number;
  /** Messages a minute; null: as many as the connections carry. */
  perMinute: number | null;
  /** Whether the throttle learns from what servers answer: slower when they are in trouble, faster while they are not. */
  adapts: boolean;
  /** Something else decides when nothing may go there, and knows another way meanwhile. */
  hasBreaker?: true;
};

/** A plan that stands: so many at once, whatever is answered. */
export function evenPlan(concurrency: number): ThrottlePlan {
  return { concurrency, maxConcurrency: concurrency, perMinute: null, adapts: false };
}
