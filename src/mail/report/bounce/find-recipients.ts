/** One address that a bounce message names, with the text about it. */
export type Mention = { address: string; formerly: string | null; text: string };

/**
 * RFC 5321 §4.1.2, RFC 6531 §3.3 for local parts (Chinese text may follow a domain directly), without characters that
 * surround addresses more often than they occur in them.
 */
const ADDRESS = String.raw`(?:"[^"\n]{1,64}"|[\p{L}\p{N}!#$%&*+/=?^_{|}~-][\p{L}\p{N}!#$%&'*+/=?^_{|}~.-]{0,63})@(?:[\w-]{1,63}\.){0,8}[\w-]{1,63}`;

/** A line about one address: it begins with the address, perhaps after a bullet, a reply or a label. */
const RECIPIENT_LINE = new RegExp(
  String.raw`^[ \t]*(?:[*•-][ \t]+)?(?:<<<[ \t]*)?(?:[245]\d\d[ -])?` +
    String.raw`(?:(?:>>>|Sent <<<)?[ \t]*RCPT TO:[ \t]*|(?:failed |final |original )?(?:recipient(?: address)?|address):[ \t]*|Addressed To:[ \t]*)?` +
    String.raw`(?:[\w.+-]{1,40}:\d{1,12}:)?["'<(]{0,2}(${ADDRESS})["'>)]{0,2}(?=$|[\s:;,<]|\.(?:\s|$|\.))`,
  "iu",
);
/** An address in a sentence. */
const ANYWHERE = new RegExp(ADDRESS, "gu");
/** Text before an address that is not the failed recipient. */
const NOT_A_RECIPIENT =
  /(\bfrom|\bby|contact|sender|reply|assistance|questions?|support|e-?mail|mailto|message-id|\bid|help|write|administrator|postmaster|reach us|[=/])["'\s:<(]*$/i;
/** A line such as ` To: ada@example.com`, from the returned message. */
const TO_LINE = /^[ \t]*To:[ \t]/i;
/** A quoted line such as `> To: …`, from the returned message. Sendmail's `>>> RCPT` is not a quoted line. */
const QUOTED_LINE = /^>(?!>>)/;
/** The part before the address in an X.400 name: `c=US;a= ;p=EXAMPLE;o=Org;dda:SMTP=ADA@EXAMPLE.COM;` */
const X400_NAME = /^(?:dda:)?SMTP=/i;
/** Text before the failed recipient: "your message was addressed, ada@example.com, did not match". */
const SAYS_RECIPIENT =
  /\b(?:addressed(?: to)?,?|deliver(?:ed|y)?(?: (?:of|your|the|this|e-?mail|mail|message))* to|sent to)["'\s:<(]*$/i;
const SERVICE = /^(mailer-daemon|postmaster|abuse|support|help|no-?reply|root|info-?help|listmaster)@/i;
// Exim: (ultimately generated from nekochan@example.org) / Postfix: (expanded from <kijitora@example.org>)
const FORMERLY = new RegExp(String.raw`\((?:ultimately |generated |expanded )+from:?\s*<?(${ADDRESS})`, "iu");

const MAX_LINES = 400;
const MAX_LINE_LENGTH = 998;
const MAX_RECIPIENTS = 100;

/**
 * The recipients that a bounce's text names: addresses at the beginning of lines or, if there are none, in sentences.
 * `sender` holds the sender's addresses, which are excluded.
 */
export function findRecipients(bounceText: string, sender: Set<string>): Mention[] {
  const lines = bounceText.split("\n", MAX_LINES).map((line) => line.slice(0, MAX_LINE_LENGTH));
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

/**
 * Prefers the addresses outside of `To:` lines and quoted lines: Exchange lists the original recipients first, and then
 * those that failed.
 */
function addressesIn(lines: string[], sender: Set<string>): Set<string> {
  const unquoted = lines.filter((line) => !TO_LINE.test(line) && !QUOTED_LINE.test(line));
  const found = addressesAnywhere(unquoted, sender);
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

/**
 * Returns names without a domain, as AOL's bounces contain for AOL's users: a line with a name alone, below a line that ends in a
 * colon.
 */
export function localNamesIn(bounceText: string): string[] {
  const lines = bounceText.split("\n", MAX_LINES).map((line) => line.slice(0, MAX_LINE_LENGTH).trim());
  return lines.filter((line, at) => {
    const before = lines.slice(Math.max(0, at - 2), at).findLast((previous) => previous !== "");
    return /^[\w+.-]{1,64}$/.test(line) && /\w/.test(line) && before?.endsWith(":") === true;
  });
}
