import type { Reply } from "../outcome.ts";

/** RFC 5321 §4.5.3.1.5 says 512 octets. Real servers send longer explanations, but none needs 4 kB. */
const MAX_LINE_LENGTH = 4_096;
/** An EHLO reply has about twenty lines. A server that never ends one must not fill our memory. */
const MAX_LINES = 200;
/** The part of a reply that is kept. */
const MAX_KEPT_BYTES = 1_024;
/** RFC 5321 §4.2: the first digit is 2 to 5, the second 0 to 5; the text may be missing with its space. */
const LINE = /^([2-5][0-5]\d)(?:([ -])(.*))?$/s;
/** RFC 2034 §4, RFC 3463 §2. */
const ENHANCED = /^([245])\.(\d{1,3})\.(\d{1,3})(?= |$)/;
const PRINTABLE = /^[ -~]*$/;
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** A reply with its separate lines, for EHLO. */
export type ParsedReply = Reply & { texts: string[] };

/** Reads replies from bytes as they arrive. Strict: after an invalid line, replies can no longer be matched to commands. */
export class ReplyParser {
  #rest = "";
  #code = "";
  #texts: string[] = [];

  /** Takes bytes (as latin1) and returns the replies that they complete, or the problem. */
  feed(bytes: string): { replies: ParsedReply[]; problem: string | null } {
    const replies: ParsedReply[] = [];
    const text = this.#rest + bytes;
    let start = 0;
    for (let end = text.indexOf("\r\n"); end >= 0; end = text.indexOf("\r\n", start)) {
      const line = text.slice(start, end);
      start = end + 2;
      const problem = this.#take(line, replies);
      if (problem !== null) return { replies, problem };
    }
    this.#rest = text.slice(start);
    return { replies, problem: this.#errorInRest() };
  }

  /** Whether a reply has begun and not ended. */
  get isMidReply(): boolean {
    return this.#rest !== "" || this.#texts.length > 0;
  }

  #take(line: string, replies: ParsedReply[]): string | null {
    if (line.length > MAX_LINE_LENGTH) return "a reply line that is too long";
    const match = LINE.exec(line);
    if (match === null) return `a line that is not a reply: ${JSON.stringify(cleanLine(line).slice(0, 100))}`;
    const [, code = "", separator, text = ""] = match;
    if (/[\r\n]/.test(text)) return "a bare CR or LF in a reply";
    if (this.#texts.length > 0 && code !== this.#code) return "a reply whose lines have different codes";
    if (this.#texts.length >= MAX_LINES) return "a reply with too many lines";
    this.#code = code;
    this.#texts.push(text);
    if (separator !== "-") {
      replies.push(replyFrom(code, this.#texts));
      this.#texts = [];
    }
    return null;
  }

  #errorInRest(): string | null {
    if (this.#rest.length > MAX_LINE_LENGTH) return "a reply line that is too long";
    return this.#rest.includes("\n") ? "a bare LF in a reply" : null;
  }
}

function replyFrom(code: string, texts: string[]): ParsedReply {
  const first = texts[0] ?? "";
  const enhanced = ENHANCED.exec(first)?.[0] ?? null;
  // RFC 2034 §4: each line of a reply repeats the enhanced code.
  const rest = texts
    .slice(1)
    .map((text) => (enhanced !== null && text.startsWith(enhanced) ? text.slice(enhanced.length) : text));
  const line = cleanLine([code, first, ...rest].map((text) => text.trim()).join(" "));
  // RFC 3463 §2: the class of an enhanced code equals the reply's first digit; any other code is ignored.
  return { code: Number(code), enhanced: enhanced?.[0] === code[0] ? enhanced : null, line, texts };
}

/** Untrusted bytes (as latin1) as one line of text that is safe to store and show. */
function cleanLine(bytes: string): string {
  const ascii = PRINTABLE.test(bytes);
  const text = ascii ? bytes : Buffer.from(bytes, "latin1").toString("utf8").replace(UNPRINTABLE, " ");
  const trimmed = text.trim();
  if (trimmed.length * 3 <= MAX_KEPT_BYTES || Buffer.byteLength(trimmed) <= MAX_KEPT_BYTES) return trimmed;
  return Buffer.from(trimmed)
    .subarray(0, MAX_KEPT_BYTES)
    .toString("utf8")
    .replace(/\ufffd+$/, "");
}
