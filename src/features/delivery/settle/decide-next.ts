import type { AccountPolicy, RecipientState } from "../../recipients/index.ts";
import type { AttemptResult, Decision } from "../outcome.ts";

/**
 * The default retry schedule: seconds until the next attempt, by the number of earlier attempts. Greylisting servers require
 * 1 to 15 minutes, so the first retries fall into that time. Later retries are further apart (RFC 5321 §4.5.4.1).
 */
const DEFAULT_RETRY_SECONDS = [60, 300, 600, 1_800, 3_600, 7_200, 14_400] as const;
/** A second copy is worse than a late one: a message that may have arrived is not retried soon. */
const UNCERTAIN_SECONDS = 900;
/** With less time left than this, another attempt would only repeat the last one. */
const SHORTEST_WAIT_SECONDS = 30;
/** The last attempt is due this long before the expiry: time to be promoted, claimed and scheduled. */
const LAST_TRY_SECONDS = 15;
/** Jitter spreads the retries of mail that failed together. */
const JITTER = 0.2;

type Remaining = {
  /** Attempts before this one that did not end the recipient. */
  tries: number;
  /** The time until the recipient expires. */
  secondsLeft: number;
  /** 0..1, spreads the retries. */
  random: number;
  policy: AccountPolicy;
  previousState: RecipientState;
};

/** Whether an earlier attempt may have arrived: its outcome is unknown, or its worker crashed. */
const mayHaveArrived = (previousState: RecipientState) =>
  previousState === "uncertain" || previousState === "sending";

/**
 * Decides the next state. Final results end the recipient; others are retried until it expires. A recipient whose mail may have arrived
 * stays `uncertain` until a server accepts it or refuses it permanently. Otherwise it would count as not sent.
 */
export function decideNext(result: AttemptResult, remaining: Remaining): Decision {
  const decision = decide(result, remaining);
  return isUnsent(decision) && mayHaveArrived(remaining.previousState) ? stillUncertain(decision) : decision;
}

/** The same for a recipient of an email. */
export function decideFor(
  { policy }: { policy: AccountPolicy },
  { tries, secondsLeft, previousState }: Omit<Remaining, "policy" | "random">,
  result: AttemptResult,
): Decision {
  return decideNext(result, { tries, secondsLeft, previousState, policy, random: Math.random() });
}

/** Whether the recipient would count as not sent although no server has refused the mail permanently. */
function isUnsent({ state, result: { line } }: Decision): boolean {
  const isRefusedByServer = line !== undefined;
  return (
    state === "deferred" ||
    state === "expired" ||
    state === "suppressed" ||
    (state === "bounced" && !isRefusedByServer)
  );
}

function stillUncertain({ retrySeconds, result }: Decision): Decision {
  const reason = `${result.reason.replace(/\.$/, "")}; an earlier attempt may have arrived`;
  return { state: "uncertain", retrySeconds, result: { ...result, reason } };
}

function decide(result: AttemptResult, remaining: Remaining): Decision {
  const { kind } = result;
  if (kind !== "deferred" && kind !== "uncertain") return { state: kind, retrySeconds: null, result };
  if (kind === "uncertain" && remaining.policy.on_uncertain === "hold")
    return {
      state: kind,
      retrySeconds: null,
      result: { ...result, reason: `${result.reason} ${HELD_BECAUSE}` },
    };
  // The last attempt is just before the expiry, not hours before it.
  if (remaining.secondsLeft > SHORTEST_WAIT_SECONDS)
    return {
      state: kind,
      retrySeconds: Math.min(
        waitSeconds(result, remaining),
        Math.floor(remaining.secondsLeft) - LAST_TRY_SECONDS,
      ),
      result,
    };
  // A message that may have arrived stays uncertain and does not expire.
  return { state: kind === "uncertain" ? "uncertain" : "expired", retrySeconds: null, result };
}

function waitSeconds(
  { kind, retryAfterSeconds = 0 }: AttemptResult,
  { tries, random, policy }: Remaining,
): number {
  const schedule = policy.retry_seconds ?? DEFAULT_RETRY_SECONDS;
  const step = schedule[Math.min(tries, schedule.length - 1)] ?? DEFAULT_RETRY_SECONDS[0];
  const base = Math.max(step, retryAfterSeconds, kind === "uncertain" ? UNCERTAIN_SECONDS : 0);
  return Math.round(base * (1 - JITTER + 2 * JITTER * random));
}

const HELD_BECAUSE = "It is held until a person decides, because on_uncertain is hold.";

/** The decision for mail of a crashed worker that must not be sent twice. */
const HELD_AS_UNCERTAIN: Decision = {
  state: "uncertain",
  retrySeconds: null,
  result: {
    kind: "uncertain",
    reason: `the worker crashed during the attempt, so the message may or may not have arrived. ${HELD_BECAUSE}`,
  },
};

/**
 * Ends a recipient that expired before it could be tried, for example in an outage of days: a login code is not sent a week late. A
 * message that may have arrived is not called expired.
 */
function expireUntried(previousState: RecipientState): Decision {
  return {
    state: mayHaveArrived(previousState) ? "uncertain" : "expired",
    retrySeconds: null,
    result: { kind: "deferred", reason: "it expired before it could be retried" },
  };
}

/**
 * Returns the decision without the server's reply, which the database refuses to store. The outcome must be recorded, otherwise the
 * mail would be sent again.
 */
export function withoutReply({ state, retrySeconds, result: { kind } }: Decision): Decision {
  return {
    state,
    retrySeconds,
    result: { kind, reason: "the server's reply could not be stored; the log shows the cause" },
  };
}

/** For a recipient that must not be tried: it expired, or it may have arrived and must not be sent twice. */
export function decideUntried(
  onUncertain: "retry" | "hold",
  { previousState }: { previousState: RecipientState },
): Decision {
  return previousState === "sending" && onUncertain === "hold"
    ? HELD_AS_UNCERTAIN
    : expireUntried(previousState);
}
