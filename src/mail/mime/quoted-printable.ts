import type { ByteSink } from "./byte-sink.ts";

/** RFC 2045 §6.7 (5): at most 76 characters, including the `=` of a soft line break. */
const MAX_BEFORE_SOFT_BREAK = 75;
const CR = 0x0d;
const LF = 0x0a;
const SPACE = 0x20;
const TAB = 0x09;
const DOT = 0x2e;
const EQUALS = 0x3d;
const LETTER_F = 0x46;
const HEX = Buffer.from("0123456789ABCDEF");

/** RFC 2045 §6.7 (2): 33 to 60 and 62 to 126 are literal. Whether a blank is literal depends on the next byte (3). */
const LITERAL = new Uint8Array(256).fill(1, 33, 127);
LITERAL[EQUALS] = 0;

/** Writes bytes as quoted-printable text: CR, LF and CRLF are line ends and become CRLF. */
export function writeQuotedPrintable(sink: ByteSink, bytes: Uint8Array): void {
  // The worst case is `=XX` for each byte plus a soft line break of three characters for every 25 bytes.
  const out = sink.reserve(bytes.length * 3 + Math.ceil(bytes.length / 25) * 3);
  let to = sink.length;
  let column = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    // Most bytes: the loop runs over each byte of each message.
    if (column > 0 && column < MAX_BEFORE_SOFT_BREAK && LITERAL[byte] === 1) {
      out[to++] = byte;
      column += 1;
      continue;
    }
    if (byte === LF || byte === CR) {
      if (byte === CR && bytes[at + 1] === LF) at += 1;
      out[to++] = CR;
      out[to++] = LF;
      column = 0;
      continue;
    }
    const literal = isLiteral(bytes, at, column);
    if (column + (literal ? 1 : 3) > MAX_BEFORE_SOFT_BREAK) {
      out[to++] = EQUALS;
      out[to++] = CR;
      out[to++] = LF;
      column = 0;
    }
    // The first column has its own rules, so a byte moved there by a soft line break is checked again.
    if (literal && (column > 0 || isLiteral(bytes, at, 0))) {
      out[to++] = byte;
      column += 1;
    } else {
      out[to++] = EQUALS;
      out[to++] = HEX[byte >> 4] as number;
      out[to++] = HEX[byte & 15] as number;
      column += 3;
    }
  }
  sink.length = to;
}

function isLiteral(bytes: Uint8Array, at: number, column: number): boolean {
  const byte = bytes[at] as number;
  if (LITERAL[byte] === 1) return column > 0 || !isFragileFirst(bytes, at);
  if (byte !== SPACE && byte !== TAB) return false;
  const next = bytes[at + 1];
  return next !== undefined && next !== CR && next !== LF;
}

/**
 * Whether the byte must not begin a line: a dot, which a careless relay removes, or `From `, which a mailbox file turns into
 * `>From `.
 */
function isFragileFirst(bytes: Uint8Array, at: number): boolean {
  if (bytes[at] === DOT) return true;
  return (
    bytes[at] === LETTER_F &&
    bytes[at + 1] === 0x72 &&
    bytes[at + 2] === 0x6f &&
    bytes[at + 3] === 0x6d &&
    bytes[at + 4] === SPACE
  );
}
