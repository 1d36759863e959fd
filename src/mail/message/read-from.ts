import { errorInName, type Mailbox, parseMailbox, splitMailboxes } from "../address/index.ts";
import { decodeWords } from "./read-text.ts";

type ReadFrom = { ok: true; mailboxes: [Mailbox, ...Mailbox[]] } | { ok: false; reason: string };

/** Nobody writes mail with more people; each of them costs a look at its domain. */
const MAX_MAILBOXES = 10;
/** Room for all of them; a longer field is refused before it is read. */
const MAX_LENGTH = 10_000;

/**
 * The mailboxes of a From or Sender field, as Gmail and Postfix read them; a refusal's `reason` is a sentence for the sender. What
 * two readers could take for different addresses is refused.
 */
export function readFrom(body: Buffer): ReadFrom {
  // RFC 5322 §2.2.3: unfolding takes the CRLF away; the blank behind it may be a tab.
  const field = body.toString("utf8").replaceAll("\r\n", "").replaceAll("\t", " ").trim();
  if (field.length > MAX_LENGTH) return refuse(`It is longer than ${MAX_LENGTH} characters.`);
  const one = readOne(field);
  if (one.ok) return { ok: true, mailboxes: [one.mailbox] };
  const { text: list, comment } = withoutComments(field);
  if (errorInName(comment) !== null) return one;
  const mailboxes: Mailbox[] = [];
  const texts = splitMailboxes(list);
  if (texts.length > MAX_MAILBOXES) return refuse(`It names more than ${MAX_MAILBOXES} mailboxes.`);
  for (const text of texts) {
    const read = readOne(text);
    if (!read.ok) return texts.length === 1 ? one : read;
    mailboxes.push(read.mailbox);
  }
  const [first, ...others] = mailboxes;
  return first ? { ok: true, mailboxes: [first, ...others] } : one;
}

type ReadOne = { ok: true; mailbox: Mailbox } | { ok: false; reason: string };

function readOne(field: string): ReadOne {
  const named = parseMailbox(field);
  if (named.ok) return shownAs(named.mailbox.address, named.mailbox.name);
  const { text, comment } = withoutComments(field);
  if (comment === "") return named;
  const reason = errorInName(comment);
  if (reason !== null) return refuse(reason);
  const parsed = parseMailbox(text);
  if (!parsed.ok) return parsed;
  // RFC 5322 §3.4 note: `ada@example.com (Ada)` is how a name was written once, and cron still does.
  return shownAs(parsed.mailbox.address, parsed.mailbox.name ?? comment);
}

function shownAs(address: string, name: string | null): ReadOne {
  const shown = decodeWords(name ?? "").trim();
  const reason = errorInName(shown);
  if (reason !== null) return refuse(reason);
  return { ok: true, mailbox: { address, name: shown === "" ? null : shown } };
}

/** RFC 5322 §3.2.2: comments stand in parentheses, may nest, and are none inside a quoted string or angle brackets. */
function withoutComments(field: string): { text: string; comment: string } {
  let text = "";
  let comment = "";
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < field.length; at += 1) {
    const char = field[at] as string;
    const escaped = char === "\\" && (quoted || depth > 0) && at + 1 < field.length;
    const piece = escaped ? char + field[at + 1] : char;
    if (escaped) at += 1;
    else if (char === '"' && depth === 0) quoted = !quoted;
    else if (char === "(" && !quoted) {
      depth += 1;
      if (depth === 1) continue;
    } else if (char === ")" && !quoted && depth > 0) {
      depth -= 1;
      if (depth === 0) {
        text += " ";
        continue;
      }
    }
    if (depth > 0) comment += escaped ? piece.slice(1) : piece;
    else text += piece;
  }
  return { text, comment: comment.trim() };
}

function refuse(reason: string): { ok: false; reason: string } {
  return { ok: false, reason };
}
