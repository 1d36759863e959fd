import type { Phase } from "../outcome.ts";
import type { ReplyFacts } from "./meaning.ts";

/** The server has not heard the recipient's address yet (RFC 5321 §3.3), or is done with it. */
const WITHOUT_RECIPIENT: ReadonlySet<Phase> = new Set([
  "connect",
  "greeting",
  "ehlo",
  "starttls",
  "tls",
  "auth",
  "mail",
  "quit",
]);
const OF_MESSAGE: ReadonlySet<Phase> = new Set(["data", "body", "dot"]);

/** A reply that names one of these is about who sends, whatever else it says. Sendmail shows its own commands behind `>>>`. */
const AUTHENTICATION =
  /(?<![\w.@-])(?:SPF|DKIM|DMARC)(?![\w@]|[.-]\w)|(?<![<>]{3} ?|sent: )\bMAIL[ _]FROM\b|\bsender ?(?:id|policy)\b/i;

/** "Returned to sender" says nothing about the sender. */
const RETURNED =
  /\breturn(?:ed|ing)?(?: (?:this|your|the))?(?: mail| message)? to (?:the )?(?:original )?sender\b/gi;
/** A clause with the sender, or the host that connects, as its subject. */
const OF_SENDER =
  /(?<![\w.@<-])send(?:er|ing)(?:'s)?(?![\w@]|[.-]\w)|\b(?:return|reverse)[- ]?path\b|\b(?:envelope|header)[- ]?from\b|\bfrom[- ](?:address|domain|header|field)\b|\boriginat(?:or|ing)\b|\b(?:HELO|EHLO|PTR)\b|\breverse dns\b|\bclient host\b|\bcall(?:back|out)\b(?!.{0,40}\brecipient)|\byour (?:(?:mail|sending|return|smtp) ?)?(?:domain|address(?! book)|host|server|ip)\b/i;
/** What such a clause says when it refuses the sender, and does not only mention one. */
const REFUSES =
  /\b(?:reject|refus|den(?:y|ied)|block|bann|fail|verif|invalid|unknown|unauthenticated)|\bnot\b|n't\b/i;

/** The server expects that a later try may succeed. */
const TEMPORARY =
  /(?<!\b(?:no|not|non)[ -](?:a )?)\btemporar(?:y|ily)\b|\b(?:try|retry|come back|resend)(?: \S+){0,4} later\b|\btry (?:again )?in \d|SERVFAIL|\btimed? ?-?out\b/i;
/** For names, "try again" is the resolver's TRY_AGAIN; of a mailbox it is advice to correct the address. */
const TEMPORARY_NAME =
  /\btry again\b|\bnot authoritative\b|\bname ?server (?:error|failure|timeout)\b(?!.{0,80}not found)/i;

/** Whether this reply can say anything about the recipient at all. Nobody knows the phase: null. */
export function isAboutRecipient({ code, phase, isForSeveral }: ReplyFacts): boolean {
  // RFC 4954 §6 and RFC 3207: the user that is unknown is the one who logs in.
  if (code === 530 || code === 534 || code === 535 || code === 538) return false;
  if (phase === null) return true;
  if (WITHOUT_RECIPIENT.has(phase)) return false;
  return !(OF_MESSAGE.has(phase) && isForSeveral === true);
}

/** Whether the message had been offered when the server said this: it judges more than the address. */
export function isAboutMessage(phase: Phase | null): boolean {
  return phase !== null && OF_MESSAGE.has(phase);
}

/**
 * The part of a reply that can count against the recipient: without the clauses about the sender. Null when the reply cannot
 * be about the recipient at all.
 */
export function evidenceIn(facts: ReplyFacts): string | null {
  if (!isAboutRecipient(facts) || AUTHENTICATION.test(facts.text)) return null;
  const clauses = facts.text.replace(RETURNED, "returned").split(/(?<=[.;!?])\s|\s[-–]\s/);
  const others = clauses.filter((clause) => !isOfSender(clause, facts));
  if (clauses.some((clause) => OF_SENDER.test(clause) && REFUSES.test(clause))) return null;
  return others.length === clauses.length ? facts.text : others.join(" ");
}

/** Whether the words announce that the same may work later. `isName`: it was looked up in DNS. */
export function isTemporaryInWords(text: string, { isName }: { isName: boolean }): boolean {
  return TEMPORARY.test(text) || (isName && TEMPORARY_NAME.test(text));
}

function isOfSender(clause: string, facts: ReplyFacts): boolean {
  return OF_SENDER.test(clause) || namesSender(clause, facts);
}

/** `550 5.1.2 Domain example.net does not exist`, where example.net is who sends. */
function namesSender(clause: string, { senders = [], recipient = null }: ReplyFacts): boolean {
  const text = clause.toLowerCase();
  const to = recipient?.toLowerCase() ?? "";
  if (to !== "" && text.includes(to)) return false;
  return senders.some((sender) => {
    const address = sender.toLowerCase();
    if (address === "" || address === to) return false;
    const domain = domainOf(address);
    return text.includes(address) || (domain !== "" && domain !== domainOf(to) && hasName(text, domain));
  });
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf("@") + 1);
}

/** Whether a domain stands in a text as a whole, and not as the end of a longer one. */
function hasName(text: string, domain: string): boolean {
  for (let at = text.indexOf(domain); at >= 0; at = text.indexOf(domain, at + 1)) {
    const rest = text.slice(at + domain.length, at + domain.length + 2);
    if (!/[\w.-]/.test(text[at - 1] ?? "") && !/^(?:[\w-]|\.\w)/.test(rest)) return true;
  }
  return false;
}
