import type { Phase } from "../../smtp/outcome.ts";
import {
  exonerates,
  type Meaning,
  meaningOf,
  type Reason,
  type ReplyFacts,
} from "../../smtp/reply-meanings/index.ts";
import type { Action, BounceRecipient, Verdict } from "../report.ts";
import { innermost, isSummary, readReplyCodes } from "./read-reply.ts";

/** The facts that a bounce message states about one recipient. */
export type Finding = {
  address: string | null;
  originalAddress: string | null;
  action: Action;
  /** The code in the Status field, or null. */
  status: string | null;
  reply: string;
  /** The full text about this recipient. */
  context: string;
  host: string | null;
  phase: Phase | null;
  /** The sender's addresses. Words about them are not about the recipient. */
  senders: ReadonlySet<string>;
  /** The reason to use if the words give none. */
  defaultReason: Reason | null;
};

const MAX_REPLY_LENGTH = 1_000;
/** Characters that are read before runs of blanks are reduced to one. */
const MAX_READ_LENGTH = 16 * MAX_REPLY_LENGTH;

/** Adds the verdict to a finding. */
export function judge({ phase, context, senders, defaultReason, ...finding }: Finding): BounceRecipient {
  const reply = onOneLine(finding.reply);
  const codes = readReplyCodes(reply);
  const status = preferredStatus(finding.status, codes.enhanced);
  const words = [innermost(reply), onOneLine(context)];
  const meaning = meaningIn(isSummary(reply) ? words.reverse() : words, {
    code: codes.code,
    enhanced: status,
    phase,
    senders: [...senders],
    recipient: finding.address,
  });
  const isOpen = finding.action === "failed" || finding.action === "delayed";
  const reason = meaning.reason === "unknown" && defaultReason !== null ? defaultReason : meaning.reason;
  return {
    ...finding,
    status,
    code: codes.code,
    reply,
    verdict: verdictOf(finding.action, meaning.hard),
    reason: isOpen ? reason : "delivered",
    isRecipientError: finding.action === "failed" && meaning.isRecipientError,
  };
}

/**
 * The meaning of the first text that has one. The server's own words come first: if they blame the sender or a temporary
 * failure, the text around them cannot blame the recipient.
 */
function meaningIn(texts: string[], codes: Omit<ReplyFacts, "text">): Meaning {
  const [serverText = "", ...around] = texts;
  const meaning = meaningOf({ ...codes, text: serverText });
  if (meaning.reason !== "unknown") return meaning;
  const fromContext = around
    .map((text) => meaningOf({ ...codes, text }))
    .filter(({ reason }) => reason !== "unknown");
  const isExonerated = exonerates({ ...codes, text: serverText });
  return fromContext.find(({ isRecipientError }) => !(isExonerated && isRecipientError)) ?? meaning;
}

function onOneLine(text: string): string {
  return text
    .slice(0, MAX_READ_LENGTH)
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, MAX_REPLY_LENGTH);
}

/** The server's own code is more reliable than the Status field, which the reporting server often invents (5.0.0). */
function preferredStatus(status: string | null, enhanced: string | null): string | null {
  if (enhanced === null) return status;
  return /\.0\.0$/.test(enhanced) && status !== null ? status : enhanced;
}

function verdictOf(action: Action, isHard: boolean): Verdict {
  switch (action) {
    case "failed":
      return isHard ? "hard" : "soft";
    case "delayed":
      return "delayed";
    case "delivered":
    case "relayed":
    case "expanded":
      return "delivered";
  }
}
