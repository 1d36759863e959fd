import type { AttemptResult } from "../outcome.ts";

/** A closing doubles each time in a row, up to this. */
export const LONGEST_CLOSED_MS = 1_800_000;

/** What one transaction says about the servers it went to. */
export type Feedback = {
  /** A server answered MAIL. */
  sent: boolean;
  /** A server said that we are too fast. */
  slowDown: boolean;
  /** No server could be reached. Unless it is confirmed, it only prolongs a closing that is there already. */
  failure: Failure | null;
};

export type Failure = { reason: string; isConfirmed: boolean; longestMs: number };

/** Phases in which a server has listened to a message. */
const HEARD = new Set(["mail", "rcpt", "data", "body", "dot"]);
const UNREACHED = new Set(["connect", "greeting", "ehlo", "starttls", "tls"]);

/** What results say where nothing more is known than the results. Null: nothing about the servers. */
export function feedbackOf(results: AttemptResult[]): Feedback | null {
  if (results.length === 0) return null;
  const slowDown = results.some(isSlowDown);
  // Results that were decided here, such as by a policy or for lack of time, say nothing about the servers.
  const told = results.filter(({ host }) => host !== undefined);
  if (told.some(isHeard)) return { sent: true, slowDown, failure: null };
  const [first] = told;
  if (!first || !told.every(({ phase }) => UNREACHED.has(phase ?? "")))
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

/** Whether the server listened to the message, whatever it said. */
export function isHeard({ phase }: AttemptResult): boolean {
  return HEARD.has(phase ?? "");
}
