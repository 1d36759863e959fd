import type { Edit } from "../edit.ts";
import { MAX_LINE_OCTETS } from "../error-in-lines.ts";

const EQUALS = 0x3d;
const SPACE = 0x20;
const TAB = 0x09;
/** RFC 2045 §6.7 (5) and §6.8: at most 76 characters, including the `=` of a soft line break. */
const ENCODED_LENGTH = 76;

type Line = { start: number; end: number };

/** RFC 2045 §6.8: line breaks inside base64 are ignored. */
export function wrapBase64(message: Buffer, { start, end }: Line): Edit {
  const lines: string[] = [];
  for (let at = start; at < end; at += ENCODED_LENGTH)
    lines.push(message.toString("latin1", at, Math.min(end, at + ENCODED_LENGTH)));
  return { start, end, bytes: Buffer.from(lines.join("\r\n"), "latin1") };
}

/** RFC 2045 §6.7 (5): a soft line break may stand anywhere except inside `=XX`. */
export function wrapQuotedPrintable(message: Buffer, { start, end }: Line): Edit {
  const lines: string[] = [];
  let at = start;
  while (end - at > ENCODED_LENGTH) {
    let cut = at + ENCODED_LENGTH - 1;
    if (message[cut - 1] === EQUALS) cut -= 1;
    else if (message[cut - 2] === EQUALS) cut -= 2;
    lines.push(message.toString("latin1", at, cut));
    at = cut;
  }
  lines.push(message.toString("latin1", at, end));
  return { start, end, bytes: Buffer.from(lines.join("=\r\n"), "latin1") };
}

/** RFC 5322 §2.2.3: folds a header line before a blank. @returns null when there is no blank where the line must be folded */
export function foldLine(message: Buffer, { start, end }: Line): Edit[] | null {
  const folds: Edit[] = [];
  let last = end;
  while (last > start && isBlank(message[last - 1])) last -= 1;
  for (let at = start; end - at > MAX_LINE_OCTETS; ) {
    let fold = Math.min(at + MAX_LINE_OCTETS, last - 1);
    while (fold > at && !isBlank(message[fold])) fold -= 1;
    if (fold <= at || isBlankUntil(message, at, fold)) return null;
    folds.push({ start: fold, end: fold, bytes: Buffer.from("\r\n") });
    at = fold;
  }
  return folds;
}

function isBlank(octet: number | undefined): boolean {
  return octet === SPACE || octet === TAB;
}

/** Whether this range contains only blanks. As a line of its own, it would end the header for some programs. */
function isBlankUntil(message: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (!isBlank(message[at])) return false;
  return true;
}
