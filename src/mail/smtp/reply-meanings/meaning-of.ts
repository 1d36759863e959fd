import type { Meaning, Reason, ReplyFacts } from "./meaning.ts";
import type { Row } from "./row.ts";
import { ROWS } from "./rows.ts";
import { TRAITS } from "./traits.ts";

/** The meaning is in the first lines; what follows are addresses of help pages and ids. */
const MAX_LENGTH = 1_000;

/** What this reply means, for the address and for our manners. */
export function meaningOf(reply: ReplyFacts): Meaning {
  const text = reply.text.slice(0, MAX_LENGTH).replace(/\s+/g, " ");
  const row = ROWS.find((candidate) => fits(candidate, { ...reply, text }));
  const reason = row?.isCertain ? row.reason : withdrawn(reply, row?.reason ?? "unknown");
  const { hard, isRecipientsFault, slowDown, retryAfterSeconds } = TRAITS[reason];
  const wait = row?.retryAfterSeconds ?? retryAfterSeconds;
  return {
    reason,
    hard: hard === true && !isTemporary(reply),
    isRecipientsFault: isRecipientsFault === true,
    slowDown: slowDown === true,
    ...(wait !== undefined && { retryAfterSeconds: wait }),
  };
}

function fits(row: Row, { code, enhanced, text, phase }: ReplyFacts): boolean {
  if (row.codes && !row.codes.test(code === null ? "" : String(code))) return false;
  if (row.enhanced && !row.enhanced.test(enhanced ?? "")) return false;
  if (row.phases && (phase === null || !row.phases.includes(phase))) return false;
  return row.text === undefined || row.text.test(text);
}

/**
 * "User unknown" without a code that says so, and not in answer to the address: filters say that too, when a person or a
 * phone company does not want this sender. The address lives on.
 */
function withdrawn({ code, enhanced, phase }: ReplyFacts, reason: Reason): Reason {
  const isToAddress = phase === "rcpt" || (phase === null && code === null);
  if (reason !== "no_such_user" || isToAddress) return reason;
  if (enhanced === null || /^\d\.(0\.0|2\.0)$/.test(enhanced)) return "filtered";
  // RFC 3463 §3.3: X.2.1 is a mailbox that exists, and is switched off.
  return /^\d\.2\.1$/.test(enhanced) ? "suspended" : reason;
}

/** RFC 3463 §3.1: the class of the enhanced code, and of the reply where there is none. */
function isTemporary({ code, enhanced }: ReplyFacts): boolean {
  return enhanced === null ? code !== null && code >= 400 && code < 500 : enhanced.startsWith("4.");
}
