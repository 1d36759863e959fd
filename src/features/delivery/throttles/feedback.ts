import type { AttemptResult } from "../outcome.ts";

/** Consecutive closings double in length up to this. */
export const LONGEST_CLOSED_MS = 1_800_000;

/** The lessons of one transaction about its servers. */
export type Feedback = {
  /** A server replied to MAIL. */
  sent: boolean;
  /** A server asked for a lower rate. */
  slowDown: boolean;
  /** No server was reachable. Unless it is confirmed, it only extends a closing that exists. */
  failure: Failure | null;
};

export type Failure = { reason: string; isConfirmed: boolean; longestMs: number };

/** Phases in which a server has seen the message. */
const FROM_MAIL_ON = new Set(["mail", "rcpt", "data", "body", "dot"]);
const UNREACHED = new Set(["connect", "greeting", "ehlo", "starttls", "tls"]);

/** Derives feedback from results alone. Null: they say nothing about the servers. */
export function feedbackOf(results: AttemptResult[]): Feedback | null {
  if (results.length === 0) return null;
  const slowDown = results.some(isSlowDown);
  // Results without a server, for example from a policy or an expiry, say nothing about servers.
  const fromServers = results.filter(({ host }) => host !== undefined);
  if (fromServers.some(reachedMail)) return { sent: true, slowDown, failure: null };
  const [first] = fromServers;
  if (!first || !fromServers.every(({ phase }) => UNREACHED.has(phase ?? "")))
    return slowDown ? { sent: false, slowDown, failure: null } : null;
  const { reason } = first;
  return {
    sent: false,
    slowDown,
    failure: { reason, isConfirmed: true, longestMs: LONGEST_CLOSED_MS },
  };
}

export function isSlowDown({ slowDown, code }: AttemptResult): boolean {
  return slowDown === true || code === 421;
}

/** Whether the server has seen the message, whatever it replied. */
export function reachedMail({ phase }: AttemptResult): boolean {
  return FROM_MAIL_ON.has(phase ?? "");
}
