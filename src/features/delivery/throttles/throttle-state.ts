import type { ThrottlePlan } from "./throttle-plan.ts";

/** The shared state of a throttle: a row of the table `throttles`. */
export type ThrottleState = {
  concurrency: number;
  perMinute: number | null;
  /** The time until the throttle opens again; 0 if it is open. */
  closedForMs: number;
  reason: string | null;
  /** How often in a row the throttle was closed. */
  failures: number;
};

/** Results of one worker in a throttle since its last exchange. */
export type ThrottleReport = {
  sent: number;
  /** Servers asked for a lower rate, or showed it. */
  slowDowns: number;
  /** All servers were silent or refused the session, and no message was accepted afterwards. */
  failure: { reason: string; longestMs: number } | null;
  /** The limit kept mail waiting although the machine had time: each transaction took long. */
  isHeldBack: boolean;
};

/** Each consecutive closing lasts twice as long, up to the failure's limit. */
const FIRST_CLOSED_MS = 10_000;
/** As TCP reacts to congestion (RFC 5681 §3.1): half at once, then back step by step. */
const DECREASE = 0.5;
/** Many 4xx that come together are one warning. */
const ONCE_IN_MS = 15_000;
/** After a warning, growth is slow for this long. */
const CAREFUL_MS = 600_000;
/** A lower rate would delay mail for hours to a server that was only busy for a minute. */
const LEAST_PER_MINUTE = 6;
/** A rate limit grows by one for this many accepted messages: by a twentieth in each minute that uses it fully. */
const MESSAGES_PER_RATE = 20;
/** A learned rate limit is dropped above this rate, if the throttle has all its connections: connections alone limit it then. */
const FORGET_ABOVE_PER_MINUTE = 480;

type Change = {
  /** `sinceSlowedMs`: since the last warning that counted. */
  row: ThrottleState & { sinceSlowedMs: number };
  report: ThrottleReport;
  plan: Pick<ThrottlePlan, "concurrency" | "maxConcurrency" | "perMinute" | "growsFast">;
  /** The time that the report covers. */
  overMs: number;
};

/** Returns the new state after a report. Pure, so that tests can play it through. `isSlowed`: a warning counted. */
export function adaptThrottle({
  row: { sinceSlowedMs, ...row },
  report,
  plan,
  overMs,
}: Change): ThrottleState & {
  isSlowed: boolean;
} {
  const { sent, slowDowns, failure } = report;
  // The limit that its owner has set may be lower now.
  const state = { ...row, concurrency: Math.min(plan.maxConcurrency, row.concurrency) };
  const open = sent > 0 ? { ...state, failures: 0, closedForMs: 0, reason: null } : state;
  const isSlowed = slowDowns > 0 && sinceSlowedMs >= ONCE_IN_MS && (failure === null || sent > 0);
  if (failure !== null) {
    // The worker that closed it first has already counted this failure.
    if (state.closedForMs > 0) return { ...state, isSlowed: false };
    return { ...closed(isSlowed ? slower(open, report, overMs) : open, failure), isSlowed };
  }
  if (slowDowns > 0) return { ...(isSlowed ? slower(open, report, overMs) : open), isSlowed };
  if (sent === 0) return { ...open, isSlowed };
  const isCareful = sinceSlowedMs < CAREFUL_MS;
  if (plan.growsFast && !report.isHeldBack)
    return { ...recovering(open, { sent, isCareful }, plan), isSlowed };
  const growth = plan.growsFast && !isCareful ? fastGrowth(state, plan) : sent / state.concurrency;
  return { ...faster(open, { sent, growth }, plan), isSlowed };
}

/** Twice as many, and at least the first number: the limit that the owner has set may be higher now. */
function fastGrowth({ concurrency }: ThrottleState, plan: Change["plan"]): number {
  return Math.max(concurrency, plan.concurrency - concurrency);
}

function closed(
  state: ThrottleState,
  { reason, longestMs }: NonNullable<ThrottleReport["failure"]>,
): ThrottleState {
  const failures = state.failures + 1;
  const closedForMs = Math.min(longestMs, FIRST_CLOSED_MS * 2 ** (failures - 1));
  return { ...state, failures, closedForMs, reason };
}

function slower(state: ThrottleState, { sent }: ThrottleReport, overMs: number): ThrottleState {
  const concurrency = Math.max(1, state.concurrency * DECREASE);
  const now = state.perMinute ?? (sent / Math.max(1, overMs)) * 60_000;
  const perMinute = state.concurrency > 1 ? state.perMinute : Math.max(LEAST_PER_MINUTE, now * DECREASE);
  return { ...state, concurrency, perMinute, reason: "its servers asked for a lower rate" };
}

/**
 * Allows `growth` more transactions: usually one when as many messages were accepted as transactions are allowed. A rate limit grows
 * with each accepted message.
 */
function faster(
  state: ThrottleState,
  { sent, growth }: { sent: number; growth: number },
  plan: Change["plan"],
): ThrottleState {
  const concurrency = Math.min(plan.maxConcurrency, state.concurrency + growth);
  if (state.perMinute === null) return { ...state, concurrency };
  const perMinute = state.perMinute + sent / MESSAGES_PER_RATE;
  const cap = plan.perMinute;
  if (cap !== null) return { ...state, concurrency, perMinute: Math.min(cap, perMinute) };
  const isForgotten = concurrency >= plan.maxConcurrency && perMinute > FORGET_ABOVE_PER_MINUTE;
  return { ...state, concurrency, perMinute: isForgotten ? null : perMinute };
}

/**
 * A relay that replies fast gains nothing from more connections than it began with. After warnings, its rate grows as others do, and the
 * connections are back once growth may be fast again: one for each round of transactions would be all of them within a second.
 */
function recovering(
  state: ThrottleState,
  { sent, isCareful }: { sent: number; isCareful: boolean },
  plan: Change["plan"],
): ThrottleState {
  const perMinute = state.perMinute === null ? null : state.perMinute + sent / MESSAGES_PER_RATE;
  if (isCareful) return { ...state, perMinute };
  const isForgotten = perMinute !== null && perMinute > FORGET_ABOVE_PER_MINUTE;
  const concurrency = Math.max(state.concurrency, plan.concurrency);
  return { ...state, concurrency, perMinute: isForgotten ? null : perMinute };
}

/** A worker's share of a limit, in whole numbers whose sum is the limit. Each throttle begins the division at another worker. */
export function shareOf(
  total: number,
  { workers, index, seed }: { workers: number; index: number; seed: number },
): number {
  const places = Math.max(1, Math.floor(total));
  const rest = places % workers;
  return Math.floor(places / workers) + ((index + seed) % workers < rest ? 1 : 0);
}
