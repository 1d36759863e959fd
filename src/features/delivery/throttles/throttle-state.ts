/** A throttle as all workers know it: a row of the table `throttles`. */
export type ThrottleState = {
  concurrency: number;
  perMinute: number | null;
  /** How long nothing may go there, from now. */
  closedForMs: number;
  reason: string | null;
  /** Closings in a row. */
  failures: number;
};

/** What one worker saw of a throttle since it last told the others. */
export type ThrottleNews = {
  sent: number;
  /** Servers said, or showed, that we are too fast. */
  slowDowns: number;
  /** Nobody answered, or nobody wanted to talk, and no message got through meanwhile. */
  failure: { reason: string; longestMs: number } | null;
};

/** Each closing in a row lasts twice as long, up to what the failure allows. */
const FIRST_CLOSED_MS = 10_000;
/** TCP's own answer to congestion (RFC 5681 §3.1): half of it at once, and back step by step. */
const DECREASE = 0.5;
/** Many 4xx that come together are one warning. */
const ONCE_IN_MS = 15_000;
/** A rate below this would keep mail for hours from a server that was only busy for a minute. */
const LEAST_PER_MINUTE = 6;
/** A rate that has grown to so much of what there was before the warning is no limit any more. */
const FORGET_FACTOR = 8;

type Given = {
  /** `sinceSlowedMs`: since the last warning that counted. */
  row: ThrottleState & { sinceSlowedMs: number };
  news: ThrottleNews;
  plan: { maxConcurrency: number; perMinute: number | null };
  /** That the news are about. */
  overMs: number;
};

/** What follows from the news: pure, so that it can be played through. `isSlowed` says whether a warning counted. */
export function adaptThrottle({
  row: { sinceSlowedMs, ...state },
  news,
  plan,
  overMs,
}: Given): ThrottleState & {
  isSlowed: boolean;
} {
  // Whoever closed it first has told of this failure too.
  if (news.failure !== null && news.sent === 0)
    return { ...(state.closedForMs > 0 ? state : closed(state, news.failure)), isSlowed: false };
  const open = news.sent > 0 ? { ...state, failures: 0, closedForMs: 0, reason: null } : state;
  if (news.slowDowns > 0) {
    if (sinceSlowedMs < ONCE_IN_MS) return { ...open, isSlowed: false };
    return { ...slower(open, news, overMs), isSlowed: true };
  }
  return { ...(news.sent > 0 ? faster(open, news, plan) : open), isSlowed: false };
}

function closed(
  state: ThrottleState,
  { reason, longestMs }: NonNullable<ThrottleNews["failure"]>,
): ThrottleState {
  const failures = state.failures + 1;
  const closedForMs = Math.min(longestMs, FIRST_CLOSED_MS * 2 ** (failures - 1));
  return { ...state, failures, closedForMs, reason };
}

function slower(state: ThrottleState, { sent }: ThrottleNews, overMs: number): ThrottleState {
  const concurrency = Math.max(1, state.concurrency * DECREASE);
  const now = state.perMinute ?? (sent / Math.max(1, overMs)) * 60_000;
  const perMinute = state.concurrency > 1 ? state.perMinute : Math.max(LEAST_PER_MINUTE, now * DECREASE);
  return { ...state, concurrency, perMinute, reason: "its servers asked for less at once" };
}

/** One more at once for each round of transactions that went well; where there is a rate, a twentieth of it for each minute's worth. */
function faster(state: ThrottleState, { sent }: ThrottleNews, plan: Given["plan"]): ThrottleState {
  const concurrency = Math.min(plan.maxConcurrency, state.concurrency + sent / state.concurrency);
  if (state.perMinute === null) return { ...state, concurrency };
  const perMinute = state.perMinute + sent / 20;
  const cap = plan.perMinute;
  if (cap !== null) return { ...state, concurrency, perMinute: Math.min(cap, perMinute) };
  const isForgotten = concurrency >= plan.maxConcurrency && perMinute > LEAST_PER_MINUTE * FORGET_FACTOR * 10;
  return { ...state, concurrency, perMinute: isForgotten ? null : perMinute };
}

/** A worker's part of what all of them may do together: whole numbers whose sum is no more. Each throttle begins at another worker. */
export function shareOf(
  total: number,
  { workers, index, seed }: { workers: number; index: number; seed: number },
): number {
  const whole = Math.max(1, Math.floor(total));
  const rest = whole % workers;
  return Math.floor(whole / workers) + ((index + seed) % workers < rest ? 1 : 0);
}
