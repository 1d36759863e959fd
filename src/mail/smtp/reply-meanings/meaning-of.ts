import { evidenceIn, isAboutMessage, isAboutRecipient, isTemporaryInWords } from "./evidence.ts";
import type { Meaning, Reason, ReplyFacts } from "./meaning.ts";
import type { Row } from "./row.ts";
import { ROWS } from "./rows.ts";
import { TRAITS } from "./traits.ts";

/** The first lines state the meaning; links to help pages and ids follow. */
const MAX_LENGTH = 1_000;
/** RFC 3463 §3.2 and §3.5: codes that state which address or domain does not exist. */
const SPECIFIC = /^5\.(?:1\.(?:1|2|3|6|10)|4\.4)$/;

type Facts = ReplyFacts & {
  /** The part of the text that can count against the recipient, or null if none can. */
  evidence: string | null;
};

/** The meaning of this reply for the address and for our sending rate. */
export function meaningOf(reply: ReplyFacts): Meaning {
  const facts = factsOf(reply);
  const row = ROWS.find((candidate) => fits(candidate, facts));
  const reason = row?.isCertain ? row.reason : withoutDoubt(reply, row?.reason ?? "unknown");
  const { hard, isRecipientError, slowDown, retryAfterSeconds } = TRAITS[reason];
  const wait = row?.retryAfterSeconds ?? retryAfterSeconds;
  return {
    reason,
    hard: hard === true && !isTemporary(reply),
    isRecipientError: isRecipientError === true,
    slowDown: slowDown === true,
    ...(wait !== undefined && { retryAfterSeconds: wait }),
  };
}

/** Whether a reply exonerates the recipient, so that the text around it may not count against the address. */
export function exonerates(reply: ReplyFacts): boolean {
  const { evidence, text } = factsOf(reply);
  return evidence !== text || isTemporaryInWords(text, { isName: true });
}

function factsOf(reply: ReplyFacts): Facts {
  const text = reply.text.slice(0, MAX_LENGTH).replace(/\s+/g, " ");
  return { ...reply, text, evidence: evidenceIn({ ...reply, text }) };
}

function fits(row: Row, facts: Facts): boolean {
  const { code, enhanced, phase } = facts;
  if (row.codes && !row.codes.test(code === null ? "" : String(code))) return false;
  if (row.enhanced && !row.enhanced.test(enhanced ?? "")) return false;
  if (row.phases && (phase === null || !row.phases.includes(phase))) return false;
  return TRAITS[row.reason].isRecipientError ? fitsRecipient(row, facts) : hasWords(row, facts.text);
}

/** Checks a row that blames the recipient. All such rows pass through here, so that they need not repeat the conditions. */
function fitsRecipient(row: Row, { text, evidence, ...facts }: Facts): boolean {
  if (evidence === null || !isAboutRecipient({ ...facts, text })) return false;
  const { hard, isName = false } = TRAITS[row.reason];
  if (hard !== true) return hasWords(row, evidence);
  // If some words are about the sender, a code alone does not show which address it means.
  if (row.text === undefined && evidence !== text) return false;
  return hasWords(row, evidence) && !isTemporaryInWords(text, { isName });
}

function hasWords(row: Row, text: string): boolean {
  return row.text === undefined || row.text.test(text);
}

/**
 * Replaces a hard reason that is not certain. "User unknown" in reply to the message, without an enhanced code that confirms
 * it, becomes `filtered`: filters also use these words when a person or a phone company does not want this sender, and the
 * address still exists.
 */
function withoutDoubt({ enhanced, phase }: ReplyFacts, reason: Reason): Reason {
  if (TRAITS[reason].hard !== true || phase === "rcpt") return reason;
  // RFC 3463 §3.3: X.2.1 is a mailbox that exists and is disabled.
  if (enhanced !== null && /^\d\.2\.1$/.test(enhanced)) return "suspended";
  const isCertain = !isAboutMessage(phase) || (enhanced !== null && SPECIFIC.test(enhanced));
  return isCertain ? reason : "filtered";
}

/** RFC 3463 §3.1: the class of the enhanced code, or of the reply if there is none. */
function isTemporary({ code, enhanced }: ReplyFacts): boolean {
  return enhanced === null ? code !== null && code >= 400 && code < 500 : enhanced.startsWith("4.");
}
