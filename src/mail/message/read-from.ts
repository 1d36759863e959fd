import {
  errorInName,
  errorInNameLength,
  type Mailbox,
  parseMailbox,
  splitMailboxes,
} from "../address/index.ts";
import { decodeText } from "./read-text.ts";

type ReadFrom = { ok: true; mailboxes: [Mailbox, ...Mailbox[]] } | { ok: false; reason: string };

/** Real mail has fewer authors, and the domain of each author is checked. */
const MAX_MAILBOXES = 10;
/** Room for all these mailboxes. A longer field is refused unread. */
const MAX_LENGTH = 10_000;

/**
 * The mailboxes of a From or Sender field, as Gmail and Postfix read them. The `reason` of a refusal is a sentence for the
 * sender. A field that two readers could read as different addresses is refused.
 */
export function readFrom(body: Buffer): ReadFrom {
  // RFC 5322 §2.2.3: unfolding removes the CRLF; the blank after it may be a tab.
  const field = body.toString("utf8").replaceAll("\r\n", "").replaceAll("\t", " ").trim();
  if (field.length > MAX_LENGTH) return refuse(`It is longer than ${MAX_LENGTH} characters.`);
  const single = readMailbox(field);
  if (single.ok) return { ok: true, mailboxes: [single.mailbox] };
  const { text: list, comment } = withoutComments(field);
  if (errorInName(comment) !== null) return single;
  const mailboxes: Mailbox[] = [];
  const texts = splitMailboxes(list);
  if (texts.length > MAX_MAILBOXES) return refuse(`It names more than ${MAX_MAILBOXES} mailboxes.`);
  for (const text of texts) {
    const read = readMailbox(text);
    if (!read.ok) return texts.length === 1 ? single : read;
    mailboxes.push(read.mailbox);
  }
  const [first, ...rest] = mailboxes;
  return first ? { ok: true, mailboxes: [first, ...rest] } : single;
}

type ReadMailbox = { ok: true; mailbox: Mailbox } | { ok: false; reason: string };

function readMailbox(field: string): ReadMailbox {
  const named = parseMailbox(field, { isEncoded: true });
  if (named.ok) return shownAs(named.mailbox.address, named.mailbox.name);
  const { text, comment } = withoutComments(field);
  if (comment === "") return named;
  const reason = errorInName(comment);
  if (reason !== null) return refuse(reason);
  const parsed = parseMailbox(text, { isEncoded: true });
  if (!parsed.ok) return parsed;
  // RFC 5322 §3.4 note: `ada@example.com (Ada)` is an old way to write a name, still used by cron.
  return shownAs(parsed.mailbox.address, parsed.mailbox.name ?? comment);
}

function shownAs(address: string, name: string | null): ReadMailbox {
  const shown = decodeText(name ?? "").trim();
  const reason = errorInNameLength(shown) ?? errorInName(shown);
  if (reason !== null) return refuse(reason);
  return { ok: true, mailbox: { address, name: shown === "" ? null : shown } };
}

/** RFC 5322 §3.2.2: comments are in parentheses, may nest, and do not occur inside a quoted string or angle brackets. */
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
