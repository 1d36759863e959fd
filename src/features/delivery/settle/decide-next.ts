import type { AccountPolicy, RecipientState } from "../../recipients/index.ts";
import type { AttemptResult, Decision } from "../outcome.ts";

/**
 * Seconds until the next attempt, by attempts made. Greylisting asks for 1 to 15 minutes, so the first steps are there;
 * after that a server that is down is asked less and less often (RFC 5321 §4.5.4.1).
 */
const LADDER_SECONDS = [60, 300, 600, 1_800, 3_600, 7_200, 14_400] as const;
/** A second copy is worse than a late one: what may have arrived is tried again, but not at once. */
const UNCERTAIN_SECONDS = 900;
/** With less time left than this, another try would only repeat the last one. */
const SHORTEST_WAIT_SECONDS = 30;
/** The last try comes so long before the end: time to be woken, to be claimed and to get a slot. */
const LAST_TRY_SECONDS = 15;
/** Jitter keeps what failed together from coming back together. */
const JITTER = 0.2;

type Given = {
  /** Attempts before this one that left the recipient open. */
  tries: number;
  /** Until the recipient expires. */
  secondsLeft: number;
  /** 0..1, spreads the retries. */
  random: number;
  policy: AccountPolicy;
};

/** Decides what follows from a result. Terminal results end it; open ones are tried again until the recipient's time is up. */
export function decideNext(result: AttemptResult, given: Given): Decision {
  const { kind } = result;
  if (kind !== "deferred" && kind !== "uncertain") return { state: kind, retrySeconds: null, result };
  if (kind === "uncertain" && given.policy.on_uncertain === "hold")
    return {
      state: kind,
      retrySeconds: null,
      result: { ...result, reason: `${result.reason} ${HELD_BECAUSE}` },
    };
  // The last try comes just before the end and not hours before it.
  if (given.secondsLeft > SHORTEST_WAIT_SECONDS)
    return {
      state: kind,
      retrySeconds: Math.min(waitSeconds(result, given), Math.floor(given.secondsLeft) - LAST_TRY_SECONDS),
      result,
    };
  // What may have arrived is not called expired: the last thing known about it is that nobody knows.
  return { state: kind === "uncertain" ? "uncertain" : "expired", retrySeconds: null, result };
}

function waitSeconds(
  { kind, retryAfterSeconds = 0 }: AttemptResult,
  { tries, random, policy }: Given,
): number {
  const ladder = policy.retry_seconds ?? LADDER_SECONDS;
  const step = ladder[Math.min(tries, ladder.length - 1)] ?? LADDER_SECONDS[0];
  const base = Math.max(step, retryAfterSeconds, kind === "uncertain" ? UNCERTAIN_SECONDS : 0);
  return Math.round(base * (1 - JITTER + 2 * JITTER * random));
}

const HELD_BECAUSE = "It is held until somebody decides, as on_uncertain says.";

/** For what a lost worker had in hand, where nothing may be sent twice. */
const holdLost: Decision = {
  state: "uncertain",
  retrySeconds: null,
  result: {
    kind: "uncertain",
    reason: `the worker that had it in hand ended and left no word of it, so it may or may not have arrived. ${HELD_BECAUSE}`,
  },
};

/**
 * Ends a recipient that expired before it could be tried, for example in an outage of days: a login code is not sent a week late. A
 * message that may have arrived is not called expired.
 */
function endLate(previousState: RecipientState): Decision {
  const mayHaveArrived = previousState === "uncertain" || previousState === "sending";
  return {
    state: mayHaveArrived ? "uncertain" : "expired",
    retrySeconds: null,
    result: { kind: "deferred", reason: "its time was over before it could be tried again" },
  };
}

/** A reply that the database will not take must not cost the outcome: without it the mail would go out again. */
export function withoutReply({ state, retrySeconds, result: { kind } }: Decision): Decision {
  return {
    state,
    retrySeconds,
    result: { kind, reason: "what the server said could not be stored; the log has the cause" },
  };
}

/** For a recipient that is not to be tried: its time is over, or it may have arrived and nothing may be sent twice. */
export function decideUntried(
  onUncertain: "retry" | "hold",
  { previousState }: { previousState: RecipientState },
): Decision {
  return previousState === "sending" && onUncertain === "hold" ? holdLost : endLate(previousState);
}
