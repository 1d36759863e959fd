import type { Phase } from "../outcome.ts";
import type { ReplyFacts } from "./meaning.ts";

/** Phases in which the server has not yet received the recipient's address (RFC 5321 §3.3), or no longer deals with it. */
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

/**
 * A reply that names one of these is about the sender, whatever its other words. MAIL FROM after `>>>` does not count,
 * because Sendmail quotes its own commands there.
 */
const AUTHENTICATION =
  /(?<![\w.@-])(?:SPF|DKIM|DMARC)(?![\w@]|[.-]\w)|(?<![<>]{3} ?|sent: )\bMAIL[ _]FROM\b|\bsender ?(?:id|policy)\b/i;

/** Phrases such as "returned to sender", which do not blame the sender. */
const RETURNED =
  /\breturn(?:ed|ing)?(?: (?:this|your|the))?(?: mail| message)? to (?:the )?(?:original )?sender\b/gi;
/** A clause whose subject is the sender or the connecting host. */
const OF_SENDER =
  /(?<![\w.@<-])send(?:er|ing)(?:'s)?(?![\w@]|[.-]\w)|\b(?:return|reverse)[- ]?path\b|\b(?:envelope|header)[- ]?from\b|\bfrom[- ](?:address|domain|header|field)\b|\boriginat(?:or|ing)\b|\b(?:HELO|EHLO|PTR)\b|\breverse dns\b|\bclient host\b|\bcall(?:back|out)\b(?!.{0,40}\brecipient)|\byour (?:(?:mail|sending|return|smtp) ?)?(?:domain|address(?! book)|host|server|ip)\b/i;
/** Words that refuse the sender, in a clause that matches `OF_SENDER`; without them, the clause only names the sender. */
const REFUSES =
  /\b(?:reject|refus|den(?:y|ied)|block|bann|fail|verif|invalid|unknown|unauthenticated)|\bnot\b|n't\b/i;

/** Words that announce that a retry may succeed. */
const TEMPORARY =
  /(?<!\b(?:no|not|non)[ -](?:a )?)\btemporar(?:y|ily)\b|\b(?:try|retry|come back|resend)(?: \S+){0,4} later\b|\btry (?:again )?in \d|SERVFAIL|\btimed? ?-?out\b/i;
/** About a DNS name, "try again" is the resolver's TRY_AGAIN; about a mailbox, it is advice to correct the address. */
const TEMPORARY_NAME =
  /\btry again\b|\bnot authoritative\b|\bname ?server (?:error|failure|timeout)\b(?!.{0,80}not found)/i;

/** Whether this reply can be about the recipient at all. A phase of null is unknown. */
export function isAboutRecipient({ code, phase, isForSeveral }: ReplyFacts): boolean {
  // RFC 4954 §6 and RFC 3207: with these codes, an unknown user is the account that logs in, not the recipient.
  if (code === 530 || code === 534 || code === 535 || code === 538) return false;
  if (phase === null) return true;
  if (WITHOUT_RECIPIENT.has(phase)) return false;
  return !(OF_MESSAGE.has(phase) && isForSeveral === true);
}

/** Whether the message was offered before this reply, so that the reply may refuse the message instead of the address. */
export function isAboutMessage(phase: Phase | null): boolean {
  return phase !== null && OF_MESSAGE.has(phase);
}

/**
 * The part of a reply that can count against the recipient: the clauses that are not about the sender. @returns null when
 * the reply cannot be about the recipient at all
 */
export function evidenceIn(facts: ReplyFacts): string | null {
  if (!isAboutRecipient(facts) || AUTHENTICATION.test(facts.text)) return null;
  const clauses = facts.text.replace(RETURNED, "returned").split(/(?<=[.;!?])\s|\s[-–]\s/);
  const remaining = clauses.filter((clause) => !isOfSender(clause, facts));
  if (clauses.some((clause) => OF_SENDER.test(clause) && REFUSES.test(clause))) return null;
  return remaining.length === clauses.length ? facts.text : remaining.join(" ");
}

/** Whether the words announce that a retry may succeed. `isName` is true if the reply is about a DNS name. */
export function isTemporaryInWords(text: string, { isName }: { isName: boolean }): boolean {
  return TEMPORARY.test(text) || (isName && TEMPORARY_NAME.test(text));
}

function isOfSender(clause: string, facts: ReplyFacts): boolean {
  return OF_SENDER.test(clause) || namesSender(clause, facts);
}

/** `550 5.1.2 Domain example.net does not exist`, where example.net is the sender's domain. */
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

/** Whether a text contains the whole domain name, not only as a part of a longer one. */
function hasName(text: string, domain: string): boolean {
  for (let at = text.indexOf(domain); at >= 0; at = text.indexOf(domain, at + 1)) {
    const rest = text.slice(at + domain.length, at + domain.length + 2);
    if (!/[\w.-]/.test(text[at - 1] ?? "") && !/^(?:[\w-]|\.\w)/.test(rest)) return true;
  }
  return false;
}
