import { formatMailbox, type Mailbox } from "../address/index.ts";
import { encodeWords } from "./encoded-words.ts";

/** RFC 5322 §2.1.1 recommends 78; RFC 2047 §2 requires 76 for lines with encoded words. */
const FOLDED_LENGTH = 76;
/** RFC 5322 §2.1.1: 998 octets at most. A longer word, with the spaces before it, cannot be folded, so it is encoded. */
const MAX_WORD_LENGTH = 900;
/** RFC 5322 §2.2: a field name is printable ASCII without the colon. With a longer name, the value would not fit into the line. */
const HEADER_NAME = /^[!-9;-~]{1,76}$/;
/** Printable ASCII without a space at either end, which folding would lose. */
const LITERAL_TEXT = /^[!-~](?:[ -~]*[!-~])?$/;
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Whether a header may have this name. The caller decides which of these names its users may set. */
export function isHeaderName(name: string): boolean {
  return HEADER_NAME.test(name);
}

/** A header with free text: literal if possible, otherwise as RFC 2047 encoded words; always one logical line. */
export function textHeader(name: string, text: string): string {
  return foldHeader(name, piecesOf(isLiteralText(text) ? text : encodeText(text)));
}

/**
 * A header with a list of mailboxes, folded between them; a mailbox that is too long for a line is folded between its words.
 */
export function mailboxHeader(name: string, mailboxes: Mailbox[]): string {
  const pieces = mailboxes.flatMap((mailbox, index) => {
    const text = `${index === 0 ? "" : " "}${formatMailbox(mailbox)}${index < mailboxes.length - 1 ? "," : ""}`;
    return text.length < FOLDED_LENGTH ? text : piecesOf(text);
  });
  return foldHeader(name, pieces);
}

/** RFC 5322 §3.3, in UTC. Formatted without Intl, so that the result never depends on a locale. */
export function dateHeader(date: Date): string {
  const day = `${DAYS[date.getUTCDay()]}, ${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
  const time = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map(twoDigits).join(":");
  return `Date: ${day} ${time} +0000\r\n`;
}

/** RFC 5322 §3.6.4: `<left@right>`; accepts an id with or without brackets. */
export function messageIdHeader(messageId: string): string {
  return `Message-ID: <${bareMessageId(messageId)}>\r\n`;
}

/** RFC 5322 §3.6.4: In-Reply-To and References, `1*msg-id`, folded between ids. Returns "" without ids. */
export function messageIdsHeader(name: string, messageIds: string[]): string {
  const ids = messageIds.map(bareMessageId);
  // Ids too long for a line (RFC 5322 §2.1.1) are left out, because a thread survives without one of its messages.
  const written = ids.filter((id) => id !== "" && id.length <= MAX_WORD_LENGTH);
  if (written.length === 0) return "";
  return foldHeader(
    name,
    written.map((id, index) => `${index === 0 ? "" : " "}<${id}>`),
  );
}

/** Removes the brackets and any character that could end the id. */
function bareMessageId(messageId: string): string {
  return messageId.replace(/[^!-;=?-~]/g, "");
}

/** RFC 5322 §2.2.3: folds before spaces. No line consists of spaces alone, because each piece ends with a word. */
export function foldHeader(name: string, pieces: string[]): string {
  let folded = `${name}: ${pieces[0] ?? ""}`;
  let column = folded.length;
  if (column > FOLDED_LENGTH && column - name.length - 1 <= FOLDED_LENGTH) {
    folded = `${name}:\r\n ${pieces[0]}`;
    column -= name.length + 1;
  }
  for (const piece of pieces.slice(1)) {
    column += piece.length;
    if (column > FOLDED_LENGTH) {
      folded += "\r\n";
      column = piece.length;
    }
    folded += piece;
  }
  return `${folded}\r\n`;
}

/** Splits into words, each with the spaces before it. */
function piecesOf(value: string): string[] {
  return value.match(/ *[^ ]+/g) ?? [];
}

function isLiteralText(text: string): boolean {
  if (text === "") return true;
  if (!LITERAL_TEXT.test(text) || text.includes("=?")) return false;
  return text.length <= MAX_WORD_LENGTH || piecesOf(text).every((piece) => piece.length <= MAX_WORD_LENGTH);
}

/** Replaces control characters and line breaks with spaces: they would take effect when a mail program decodes the text. */
function encodeText(text: string): string {
  const clean = text.replace(CONTROLS, " ");
  return isLiteralText(clean) ? clean : encodeWords(clean);
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : `${value}`;
}
