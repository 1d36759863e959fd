import { writeBase64 } from "./base64.ts";
import type { ByteSink } from "./byte-sink.ts";
import { writeQuotedPrintable } from "./quoted-printable.ts";

export type TransferEncoding = "7bit" | "quoted-printable" | "base64";

/** RFC 2045 §6.7 and §6.8: encoded lines have at most 76 characters. Plain lines within this limit need no encoding. */
const MAX_LINE = 76;
/**
 * The share of escaped bytes up to which quoted-printable is used. Base64 is shorter from 0.19 on, but a Czech or Vietnamese
 * text (0.3) stays legible in its source, and filters distrust text in base64.
 */
const QUOTED_PRINTABLE_SHARE = 1 / 3;

const CR = 0x0d;
const LF = 0x0a;

/** Chooses the encoding of UTF-8 text: plain if possible, otherwise by the share of bytes that need escapes. */
export function chooseTransferEncoding(bytes: Uint8Array): TransferEncoding {
  let escapes = 0;
  let longest = 0;
  let lineStart = 0;
  let fragile = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    // Most bytes: the loop runs over each byte of each message.
    if (byte > 0x46 && byte < 0x7f) continue;
    if (byte === LF || byte === CR) {
      if (at - lineStart > longest) longest = at - lineStart;
      if (at > lineStart && isBlank(bytes[at - 1] as number)) fragile = true;
      lineStart = at + 1;
    } else if (byte > 0x7e || (byte < 0x20 && byte !== 0x09)) escapes += 1;
    else if (byte === 0x46 && at === lineStart && isFromLine(bytes, at)) fragile = true;
  }
  if (escapes > bytes.length * QUOTED_PRINTABLE_SHARE) return "base64";
  if (bytes.length > lineStart && isBlank(bytes[bytes.length - 1] as number)) fragile = true;
  const plain = escapes === 0 && !fragile && Math.max(longest, bytes.length - lineStart) <= MAX_LINE;
  return plain ? "7bit" : "quoted-printable";
}

/** Writes text in the chosen encoding with CRLF line ends. Adds no line end after the last line. */
export function writeEncodedText(sink: ByteSink, text: { bytes: Buffer; encoding: TransferEncoding }): void {
  if (text.encoding === "quoted-printable") writeQuotedPrintable(sink, text.bytes);
  else if (text.encoding === "7bit") writeCanonical(sink, text.bytes);
  else writeBase64(sink, canonicalLineBreaks(text.bytes));
}

/** Whether the byte is a space or tab, which relays remove at the end of a line. */
function isBlank(byte: number): boolean {
  return byte === 0x20 || byte === 0x09;
}

/**
 * Whether the line begins with `From `. A mailbox file turns it into `>From `, which changes the text and breaks its
 * signature.
 */
function isFromLine(bytes: Uint8Array, at: number): boolean {
  return bytes[at + 1] === 0x72 && bytes[at + 2] === 0x6f && bytes[at + 3] === 0x6d && bytes[at + 4] === 0x20;
}

/** RFC 2046 §4.1.1: a line of text ends with CRLF; a bare CR or LF is converted to one. */
function writeCanonical(sink: ByteSink, bytes: Uint8Array): void {
  const out = sink.reserve(bytes.length * 2);
  let to = sink.length;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    if (byte === LF || byte === CR) {
      if (byte === CR && bytes[at + 1] === LF) at += 1;
      out[to++] = CR;
      out[to++] = LF;
    } else out[to++] = byte;
  }
  sink.length = to;
}

function canonicalLineBreaks(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString("latin1").replace(/\r\n|\r|\n/g, "\r\n"), "latin1");
}
