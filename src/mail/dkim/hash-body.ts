import { createHash, hash } from "node:crypto";
import { setImmediate } from "node:timers/promises";

const CR = 13;
const LF = 10;
const SPACE = 32;
const TAB = 9;

/** What is canonicalised between two turns of the event loop: about a millisecond. Most messages are shorter than that. */
const turnBytes = 512 * 1024;
/** For a blank that is owed from before, a line feed that ends behind the turn, and the last line end. */
const spareBytes = 4;

/** RFC 6376 §3.4.4: SHA-256 of a body in its relaxed form, in base64. */
export async function hashBody(body: Buffer): Promise<string> {
  const end = endOfContent(body);
  const relaxed = Buffer.allocUnsafe(Math.min(end, turnBytes) + spareBytes);
  const pass = { body, end, relaxed };
  if (end > turnBytes) return await hashInTurns(pass);
  const { length } = relax(pass, start);
  // The last line has its end, also where the message has none; a body without content is no line.
  const whole = end === 0 ? 0 : length + relaxed.write("\r\n", length);
  return hash("sha256", relaxed.subarray(0, whole), "base64");
}

/** The same in pieces, between which others have their turn. */
async function hashInTurns(pass: Pass): Promise<string> {
  const hashing = createHash("sha256");
  let turn = start;
  while (turn.at < pass.end) {
    turn = relax(pass, turn);
    hashing.update(pass.relaxed.subarray(0, turn.length));
    if (turn.at < pass.end) await setImmediate();
  }
  return hashing.update("\r\n").digest("base64");
}

type Pass = { body: Buffer; end: number; relaxed: Buffer };
/** Where a turn has come to, how much it wrote, and whether blanks stand before what comes next. */
type Turn = { at: number; length: number; blank: boolean };
const start: Turn = { at: 0, length: 0, blank: false };

/** Each run of blanks is one space, and none at the end of a line. CRLF ends a line; a CR or LF alone is content. */
function relax({ body, end, relaxed }: Pass, { at: from, blank: blankBefore }: Turn): Turn {
  const stop = Math.min(end, from + turnBytes);
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

/** Behind the last octet that is neither blank nor a line end: empty lines at the end of a body do not count. */
function endOfContent(body: Buffer): number {
  let end = body.length;
  for (;;) {
    while (end > 0 && (body[end - 1] === SPACE || body[end - 1] === TAB)) end -= 1;
    if (end < 2 || body[end - 2] !== CR || body[end - 1] !== LF) return end;
    end -= 2;
  }
}
