/** One address that a notice names, with what it says about it. */
export type Mention = { address: string; formerly: string | null; text: string };

/** RFC 5321 §4.1.2, RFC 6531 §3.3 for local parts (Chinese text goes on right behind a domain), without what surrounds addresses more often than it is in them. */
const ADDRESS = String.raw`(?:"[^"\n]{1,64}"|[\p{L}\p{N}!#$%&*+/=?^_{|}~-][\p{L}\p{N}!#$%&'*+/=?^_{|}~.-]{0,63})@(?:[\w-]{1,63}\.){0,8}[\w-]{1,63}`;

/** A line that is there for an address: it begins with it, perhaps behind a mark, a reply or a name for it. */
const RECIPIENT_LINE = new RegExp(
  String.raw`^[ \t]*(?:[*•-][ \t]+)?(?:<<<[ \t]*)?(?:[245]\d\d[ -])?` +
    String.raw`(?:(?:>>>|Sent <<<)?[ \t]*RCPT TO:[ \t]*|(?:failed |final |original )?(?:recipient(?: address)?|address):[ \t]*|Addressed To:[ \t]*)?` +
    String.raw`(?:[\w.+-]{1,40}:\d{1,12}:)?["'<(]{0,2}(${ADDRESS})["'>)]{0,2}(?=$|[\s:;,<]|\.(?:\s|$|\.))`,
  "iu",
);
/** An address in a sentence. */
const ANYWHERE = new RegExp(ADDRESS, "gu");
/** What stands before an address that is not the one in question. */
const NOT_A_RECIPIENT =
  /(\bfrom|\bby|contact|sender|reply|assistance|questions?|support|e-?mail|mailto|message-id|\bid|help|write|administrator|postmaster|reach us|[=/])["'\s:<(]*$/i;
/** `  To:      ada@example.com`, of the message that came back. */
const TO_LINE = /^[ \t]*To:[ \t]/i;
/** `> To: …` of what came back; Sendmail's `>>> RCPT` is none. */
const QUOTED_LINE = /^>(?!>>)/;
/** X.400: `c=US;a= ;p=EXAMPLE;o=Org;dda:SMTP=ADA@EXAMPLE.COM;` */
const X400_NAME = /^(?:dda:)?SMTP=/i;
/** What stands before the address in question: "your message was addressed, ada@example.com, did not match". */
const SAYS_RECIPIENT =
  /\b(?:addressed(?: to)?,?|deliver(?:ed|y)?(?: (?:of|your|the|this|e-?mail|mail|message))* to|sent to)["'\s:<(]*$/i;
const SERVICE = /^(mailer-daemon|postmaster|abuse|support|help|no-?reply|root|info-?help|listmaster)@/i;
// Exim: (ultimately generated from nekochan@example.org) / Postfix: (expanded from <kijitora@example.org>)
const FORMERLY = new RegExp(String.raw`\((?:ultimately |generated |expanded )+from:?\s*<?(${ADDRESS})`, "iu");

const MAX_LINES = 400;
const MAX_LINE_LENGTH = 998;
const MAX_RECIPIENTS = 100;

/**
 * The recipients that a notice's text names: first the lines that begin with an address, then, if there are none, the
 * addresses in its sentences. `sender` are those that the message was from and the notice is to.
 */
export function findRecipients(notice: string, sender: Set<string>): Mention[] {
  const lines = notice.split("\n", MAX_LINES).map((line) => line.slice(0, MAX_LINE_LENGTH));
  const mentions = new Map<string, string[]>();
  let current: string[] = [];
  for (const line of lines) {
    const address = addressOfLine(line, sender);
    if (address !== null && mentions.size < MAX_RECIPIENTS) {
      current = mentions.get(address) ?? [];
      mentions.set(address, current);
    }
    current.push(line);
  }
  if (mentions.size === 0) for (const address of addressesIn(lines, sender)) mentions.set(address, lines);
  return [...mentions].map(([address, block]) => {
    const text = block.join("\n");
    return { address, formerly: FORMERLY.exec(text)?.[1] ?? null, text };
  });
}

function addressOfLine(line: string, sender: Set<string>): string | null {
  const address = RECIPIENT_LINE.exec(line)?.[1];
  return address && !sender.has(address.toLowerCase()) && !SERVICE.test(address) ? address : null;
}

/** Exchange names those whom the message was to first, and then those whom it did not reach. */
function addressesIn(lines: string[], sender: Set<string>): Set<string> {
  const others = lines.filter((line) => !TO_LINE.test(line) && !QUOTED_LINE.test(line));
  const found = addressesAnywhere(others, sender);
  return found.size > 0 ? found : addressesAnywhere(lines, sender);
}

function addressesAnywhere(lines: string[], sender: Set<string>): Set<string> {
  const found = new Set<string>();
  const certain = new Set<string>();
  for (const line of lines)
    for (const { 0: written, index } of line.matchAll(ANYWHERE)) {
      const address = written.replace(X400_NAME, "");
      const before = line.slice(Math.max(0, index - 60), index);
      if (NOT_A_RECIPIENT.test(before) || sender.has(address.toLowerCase()) || SERVICE.test(address))
        continue;
      found.add(address);
      if (SAYS_RECIPIENT.test(before)) certain.add(address);
      if (found.size === MAX_RECIPIENTS) return found;
    }
  return certain.size > 0 ? certain : found;
}

/** AOL names its own users as it knows them: a line with a name alone, below one that announces it. */
export function localNamesIn(notice: string): string[] {
  const lines = notice.split("\n", MAX_LINES).map((line) => line.slice(0, MAX_LINE_LENGTH).trim());
  return lines.filter((line, at) => {
    const before = lines.slice(Math.max(0, at - 2), at).findLast((one) => one !== "");
    return /^[\w+.-]{1,64}$/.test(line) && /\w/.test(line) && before?.endsWith(":") === true;
  });
}
