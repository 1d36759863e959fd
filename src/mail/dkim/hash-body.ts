import { createHash, hash } from "node:crypto";
import { setImmediate } from "node:timers/promises";

const CR = 13;
const LF = 10;
const SPACE = 32;
const TAB = 9;

/** Octets canonicalised per turn of the event loop, about a millisecond. Most messages are shorter. */
const TURN_BYTES = 512 * 1024;
/** Room for a blank carried over from the previous turn, a line feed after the end of the turn, and the last line end. */
const SPARE_BYTES = 4;

/** RFC 6376 §3.4.4: SHA-256 of the body in relaxed form, as base64. */
export async function hashBody(body: Buffer): Promise<string> {
  const end = endOfContent(body);
  const relaxed = Buffer.allocUnsafe(Math.min(end, TURN_BYTES) + SPARE_BYTES);
  const pass = { body, end, relaxed };
  if (end > TURN_BYTES) return await hashInTurns(pass);
  const { length } = relax(pass, START);
  // The last line gets a line end even if the message has none. A body without content has no line.
  const total = end === 0 ? 0 : length + relaxed.write("\r\n", length);
  return hash("sha256", relaxed.subarray(0, total), "base64");
}

/** Hashes in pieces and yields to the event loop between them. */
async function hashInTurns(pass: Pass): Promise<string> {
  const hashing = createHash("sha256");
  let turn = START;
  while (turn.at < pass.end) {
    turn = relax(pass, turn);
    hashing.update(pass.relaxed.subarray(0, turn.length));
    if (turn.at < pass.end) await setImmediate();
  }
  return hashing.update("\r\n").digest("base64");
}

type Pass = { body: Buffer; end: number; relaxed: Buffer };
/** The position after a turn, the octets it wrote, and whether blanks precede the next octet. */
type Turn = { at: number; length: number; blank: boolean };
const START: Turn = { at: 0, length: 0, blank: false };

/**
 * Reduces each run of blanks to one space, and to nothing at the end of a line. CRLF ends a line; CR or LF alone is content.
 */
function relax({ body, end, relaxed }: Pass, { at: from, blank: blankBefore }: Turn): Turn {
  const stop = Math.min(end, from + TURN_BYTES);
  let at = from;
  let length = 0;
  let blank = blankBefore;
  while (at < stop) {
    const byte = body[at++] as number;
    if (byte === SPACE || byte === TAB) {
      blank = true;
      continue;
    }
    if (byte === CR && body[at] === LF) {
      relaxed[length++] = CR;
      relaxed[length++] = LF;
      at += 1;
      blank = false;
      continue;
    }
    if (blank) relaxed[length++] = SPACE;
    blank = false;
    relaxed[length++] = byte;
  }
  return { at, length, blank };
}

/**
 * The index after the last octet that is neither a blank nor part of a line end. Empty lines at the end of a body do not
 * count (RFC 6376 §3.4.4).
 */
function endOfContent(body: Buffer): number {
  let end = body.length;
  for (;;) {
    while (end > 0 && (body[end - 1] === SPACE || body[end - 1] === TAB)) end -= 1;
    if (end < 2 || body[end - 2] !== CR || body[end - 1] !== LF) return end;
    end -= 2;
  }
}
