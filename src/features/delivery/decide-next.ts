import type { RecipientState } from "../emails/index.ts";
import type { AttemptResult, Decision } from "./outcome.ts";

/**
 * Seconds until the next attempt, by attempts made. Greylisting asks for 1 to 15 minutes, so the first steps are there;
 * after that a server that is down is asked less and less often (RFC 5321 §4.5.4.1).
 */
const ladderSeconds = [60, 300, 600, 1_800, 3_600, 7_200, 14_400] as const;
/** A second copy is worse than a late one: what may have arrived is tried again, but not at once. */
const uncertainSeconds = 900;
/** With less time left than this, another try would only repeat the last one. */
const shortestWaitSeconds = 30;
/** Jitter keeps what failed together from coming back together. */
const jitter = 0.2;

/**
 * Decides what follows from a result. Terminal results end it; open ones are tried again until the recipient's time is up.
 * `random` in 0..1 spreads the retries; `secondsLeft` is the time until the recipient expires.
 */
export function decideNext(
  result: AttemptResult,
  { attempt, secondsLeft, random }: { attempt: number; secondsLeft: number; random: number },
): Decision {
  if (result.kind !== "deferred" && result.kind !== "uncertain")
    return { state: result.kind, retrySeconds: null, result };
  const step = ladderSeconds[Math.min(attempt, ladderSeconds.length) - 1] ?? ladderSeconds[0];
  const base = result.kind === "uncertain" ? Math.max(step, uncertainSeconds) : step;
  const retrySeconds = Math.round(base * (1 - jitter + 2 * jitter * random));
  // The last try comes just before the end and not hours before it.
  if (secondsLeft > shortestWaitSeconds)
    return { state: result.kind, retrySeconds: Math.min(retrySeconds, Math.floor(secondsLeft) - 1), result };
  // What may have arrived is not called expired: the last thing known about it is that nobody knows.
  return { state: result.kind === "uncertain" ? "uncertain" : "expired", retrySeconds: null, result };
}

/**
 * For a recipient whose time was over before it could be tried, after an outage of days: a login code is not sent a week late.
 * `was` is the state before; what may have arrived is not called expired.
 */
export function endLate(was: RecipientState): Decision {
  const mayHaveArrived = was === "uncertain" || was === "sending";
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
