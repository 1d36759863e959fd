import { type Fields, fieldOf, readFields } from "./read-fields.ts";
import { readBody } from "./read-text.ts";

/** A leaf of the message. A message/rfc822 is a leaf and is not split. */
export type Part = {
  /** In lower case, without parameters: "text/plain". */
  type: string;
  fields: Fields;
  /** Undecoded, one character per octet, lines ended by LF. */
  raw: string;
};

export type Mail = { fields: Fields; type: string; parts: Part[] };

/** A report is at the beginning of its message; only the body of the returned message extends beyond this. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Real reports are three levels deep. Much deeper nesting is an attack. */
const MAX_DEPTH = 8;
const MAX_PARTS = 64;
/** The limit of lines that begin with the boundary but continue, such as longer boundaries of nested parts. */
const MAX_LOOKALIKES = 1_000;

/**
 * Splits a message into its leaves, even if it is broken: CR alone as line end, no closing boundary, or no boundary in the
 * header. `postal-mime` is not used here because it merges the texts of all parts, rejects deep nesting and is asynchronous.
 */
export function readParts(raw: Buffer): Mail {
  const text = raw
    .subarray(0, MAX_BYTES)
    .toString("latin1")
    .replace(/\r\n?/g, "\n")
    // A returned message may be broken and contain NULs, which the database cannot store.
    .replaceAll("\0", " ")
    // Some pipes prepend blank lines or the `From ` line of an mbox, which do not belong to the message.
    .replace(/^\n+/, "")
    .replace(/^>?From [^\n]*\n/, "");
  const { fields, body } = splitHeader(text);
  const parts: Part[] = [];
  collectLeaves({ fields, body, depth: 0 }, parts);
  return { fields, type: typeOf(fields), parts };
}

/** Header and body of a message or a part. */
export function splitHeader(text: string): { fields: Fields; body: string } {
  if (text.startsWith("\n")) return { fields: [], body: text.slice(1) };
  const end = text.indexOf("\n\n");
  if (end < 0) return { fields: readFields(text), body: "" };
  return { fields: readFields(text.slice(0, end)), body: text.slice(end + 2) };
}

/** The media type; text/plain by default (RFC 2045 §5.2). */
function typeOf(fields: Fields): string {
  const type = /^\s*([\w.+-]+\/[\w.+-]+)/.exec(fieldOf(fields, "content-type") ?? "");
  return type?.[1]?.toLowerCase() ?? "text/plain";
}

/** A parameter of Content-Type, without quotes, or null. */
export function parameterOf(fields: Fields, name: string): string | null {
  const pattern = new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^\\s;]+))`, "i");
  const match = pattern.exec(fieldOf(fields, "content-type") ?? "");
  return match?.[1] ?? match?.[2] ?? null;
}

/** The decoded text of a leaf. */
export function textOf(part: Part): string {
  return readBody(part.raw, {
    encoding: fieldOf(part.fields, "content-transfer-encoding"),
    charset: parameterOf(part.fields, "charset"),
    isHtml: part.type === "text/html",
  });
}

function collectLeaves(
  { fields, body, depth }: { fields: Fields; body: string; depth: number },
  parts: Part[],
) {
  const type = typeOf(fields);
  const isMultipart = type.startsWith("multipart/");
  const boundary =
    isMultipart || (depth === 0 && hasLostItsType(fields, body)) ? boundaryOf(fields, body) : null;
  if (boundary === null || depth === MAX_DEPTH) {
    // RFC 2045 §3: only the Content- fields of a message describe its body.
    const contentFields = depth === 0 ? fields.filter(([name]) => name.startsWith("content-")) : fields;
    if (parts.length < MAX_PARTS)
      parts.push({ type: isMultipart ? "text/plain" : type, fields: contentFields, raw: body });
    return;
  }
  for (const piece of splitAt(body, boundary))
    collectLeaves({ ...splitHeader(piece), depth: depth + 1 }, parts);
}

/** Whether a delivery report has lost its Content-Type, as those of Sendmail do when a mailbox file is edited by hand. */
function hasLostItsType(fields: Fields, body: string): boolean {
  return (
    fieldOf(fields, "content-type") === null &&
    /^Content-Type: message\/delivery-status/im.test(body.slice(0, 20_000))
  );
}

/** RFC 2046 §5.1.1. If the header names no boundary, the first line that looks like one is used. */
function boundaryOf(fields: Fields, body: string): string | null {
  const named = parameterOf(fields, "boundary");
  if (named !== null && `\n${body}`.includes(`\n--${named}`)) return named;
  const guessed = /(?:^|\n)--([^\s].{3,69}?)[ \t]*\n[Cc]ontent-/.exec(body.slice(0, 10_000));
  return guessed?.[1] ?? null;
}

function splitAt(body: string, boundary: string): string[] {
  const mark = `\n--${boundary}`;
  const text = `\n${body}`;
  const pieces: string[] = [];
  let start = -1;
  let lookalikes = 0;
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + mark.length)) {
    const end = text.indexOf("\n", at + 1);
    const rest = text.slice(at + mark.length, end < 0 ? text.length : end).trim();
    // `--abc-1` is not a line of the boundary `abc`.
    if (rest !== "" && rest !== "--") {
      lookalikes += 1;
      if (lookalikes > MAX_LOOKALIKES) break;
      continue;
    }
    if (start >= 0) pieces.push(text.slice(start, at));
    start = end < 0 || rest === "--" ? -1 : end + 1;
    if (pieces.length === MAX_PARTS) return pieces;
    if (rest === "--") return pieces;
  }
  if (start >= 0) pieces.push(text.slice(start));
  return pieces;
}
