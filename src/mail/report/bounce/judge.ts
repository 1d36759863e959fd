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

/** What a notice says of one recipient. */
export type Finding = {
  address: string | null;
  originalAddress: string | null;
  action: Action;
  /** The Status field, or null. */
  status: string | null;
  reply: string;
  /** All that the notice says of this recipient. */
  context: string;
  host: string | null;
  phase: Phase | null;
  /** The addresses of who sent the message: a server that speaks of them does not speak of the recipient. */
  senders: ReadonlySet<string>;
  /** What it comes to when neither says anything. */
  otherwise: Reason | null;
};

const MAX_REPLY_LENGTH = 1_000;
/** With the blanks that become one. */
const MAX_READ_LENGTH = 16 * MAX_REPLY_LENGTH;

/** A finding with its verdict. */
export function judge({ phase, context, senders, otherwise, ...finding }: Finding): BounceRecipient {
  const reply = onOneLine(finding.reply);
  const said = readReplyCodes(reply);
  const status = preferred(finding.status, said.enhanced);
  const words = [innermost(reply), onOneLine(context)];
  const meaning = meaningIn(isSummary(reply) ? words.reverse() : words, {
    code: said.code,
    enhanced: status,
    phase,
    senders: [...senders],
    recipient: finding.address,
  });
  const isOpen = finding.action === "failed" || finding.action === "delayed";
  const reason = meaning.reason === "unknown" && otherwise !== null ? otherwise : meaning.reason;
  return {
    ...finding,
    status,
    code: said.code,
    reply,
    verdict: verdictOf(finding.action, meaning.hard),
    reason: isOpen ? reason : "delivered",
    isRecipientError: finding.action === "failed" && meaning.isRecipientError,
  };
}

/**
 * The meaning of the first text that has one. The server's own words come first: where they blame the sender or a passing failure,
 * the notice around them gives up nobody.
 */
function meaningIn(texts: string[], codes: Omit<ReplyFacts, "text">): Meaning {
  const [said = "", ...around] = texts;
  const meaning = meaningOf({ ...codes, text: said });
  if (meaning.reason !== "unknown") return meaning;
  const others = around
    .map((text) => meaningOf({ ...codes, text }))
    .filter(({ reason }) => reason !== "unknown");
  const isExonerated = exonerates({ ...codes, text: said });
  return others.find(({ isRecipientError }) => !(isExonerated && isRecipientError)) ?? meaning;
}

function onOneLine(text: string): string {
  return text
    .slice(0, MAX_READ_LENGTH)
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, MAX_REPLY_LENGTH);
}

/** The server's own code is worth more than the Status field, which the reporting server often makes up: 5.0.0. */
function preferred(status: string | null, said: string | null): string | null {
  if (said === null) return status;
  return /\.0\.0$/.test(said) && status !== null ? status : said;
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
