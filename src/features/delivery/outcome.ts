import type { SettledState } from "../recipients/index.ts";

/** What one attempt did for one recipient, as far as we know. */
export type AttemptResult = {
  kind: "delivered" | "captured" | "deferred" | "bounced" | "suppressed" | "uncertain";
  reason: string;
  /** An event that followed at once and leaves the state as it is. */
  followedBy?: "complained";
  phase?: string;
  host?: string;
  code?: number;
  enhanced?: string;
  line?: string;
  /** How the message travelled, where it is not as the hop says: the route and the rule that chose it. */
  route?: string;
  rule?: string;
  /** Of the connection: our address, and the version of TLS, if there was any. */
  source?: string;
  tls?: string;
  /** Why it went in the clear though TLS was wanted. */
  plaintext?: string;
  /** Which TLS its domain asks for, in a sentence: by MTA-STS, by DANE, or none in particular. */
  policy?: string;
  /** What the refusal means, in one word (src/mail/smtp/reply-meanings). */
  meaning?: string;
  /** Whether it was because of the address, and not of the message, the sender or the network. */
  isRecipientError?: boolean;
  /** Whether the address is no good, so that nothing is sent to it again. */
  suppresses?: boolean;
  /** When the server, or what is known of it, wants to be asked again. */
  retryAfterSeconds?: number;
  /** Whether the server found us too fast: the throttle goes slower. */
  slowDown?: boolean;
  /** A rule or a switch of ours keeps it back, and no server was asked: it costs no step of the retry ladder. */
  isOurChoice?: boolean;
  /** What was said, for people. */
  transcript?: string;
};

/**
 * The recipient was not tried, for a reason on our side: it is given back unchanged, without an event. `closing`: its hop closed, or now
 * belongs to another throttle. `withheld`: the lease ended before the final dot. `failure`: logged, see OwnFailures.
 */
export type Untried = {
  kind: "untried";
  why: "closing" | "withheld" | "failure";
  cause?: Error;
  cooldownSeconds?: number;
};

/** What a transport tells of one recipient. Only an AttemptResult can become an event. */
export type Told = AttemptResult | Untried;

export function untried(why: Untried["why"]): Untried {
  return { kind: "untried", why };
}

export function isTried(told: Told): told is AttemptResult {
  return told.kind !== "untried";
}

/** What to record: the state that the recipient enters and, if it is open, the time until the next attempt. */
export type Decision = { state: SettledState; retrySeconds: number | null; result: AttemptResult };

/** The end of one recipient's turn: a decision to record, or no attempt. */
export type Step = Decision | Untried;

export function isDecided(step: Step): step is Decision {
  return "state" in step;
}
