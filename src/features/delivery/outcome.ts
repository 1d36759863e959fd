import type { Durations } from "../../mail/smtp/index.ts";
import type { SettledState } from "../recipients/index.ts";

/** The result of one attempt for one recipient, as far as it is known. */
export type AttemptResult = {
  kind: "delivered" | "captured" | "deferred" | "bounced" | "suppressed" | "uncertain";
  reason: string;
  /** An event that follows at once and does not change the state. */
  followedBy?: "complained";
  phase?: string;
  host?: string;
  code?: number;
  enhanced?: string;
  line?: string;
  /** The route, and the rule that chose it, where they differ from the hop's. */
  route?: string;
  rule?: string;
  /** Our address on the connection. */
  source?: string;
  /** The TLS version of the connection, if it was encrypted. */
  tls?: string;
  /** Why the message was sent unencrypted although TLS was tried. */
  plaintext?: string;
  /** A sentence: the TLS policy of the recipient's domain (MTA-STS, DANE or none). */
  policy?: string;
  /** A sentence: how the message's tracking differs from the email's. */
  tracking?: string;
  /** The id that the relay gave to the message, if it replaces the Message-ID (Amazon SES). */
  accepted_as?: string;
  /** The meaning of the refusal in one word (src/mail/smtp/reply-meanings). */
  meaning?: string;
  /** Whether the address was refused, and not the message, the sender or the connection. */
  isRecipientError?: boolean;
  /** Whether the address does not exist, so that it is suppressed. */
  suppresses?: boolean;
  /** The shortest time until a retry that the server asked for, or that is known to work with it. */
  retryAfterSeconds?: number;
  /** Whether the server asked us to send more slowly. */
  slowDown?: boolean;
  /** A routing rule or a setting delays the mail, and no server was contacted. This uses up no step of the retry schedule. */
  isOurChoice?: boolean;
  /** The SMTP conversation as text, for display. */
  transcript?: string;
  /** The durations of an attempt by SMTP. */
  durations?: Durations;
};

/**
 * The recipient was not tried, for a reason on our side: it is given back unchanged, without an event. `closing`: its hop closed, or now
 * belongs to another throttle. `withheld`: the lease ended before the final dot. `paused`: it was paused after the claim. `failure`:
 * logged, see OwnFailures.
 */
export type Untried = {
  kind: "untried";
  why: "closing" | "withheld" | "paused" | "failure";
  cause?: Error;
  cooldownSeconds?: number;
};

/** A transport's result for one recipient. Only an AttemptResult can become an event. */
export type TransmitResult = AttemptResult | Untried;

export function untried(why: Untried["why"]): Untried {
  return { kind: "untried", why };
}

export function isTried(result: TransmitResult): result is AttemptResult {
  return result.kind !== "untried";
}

/** The state that the recipient enters and, if that is not final, the time until the next attempt. */
export type Decision = { state: SettledState; retrySeconds: number | null; result: AttemptResult };

/** The end of one recipient's turn: a decision to record, or no attempt. */
export type Step = Decision | Untried;

export function isDecided(step: Step): step is Decision {
  return "state" in step;
}
