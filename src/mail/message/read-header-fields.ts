/** One field of a header with its folded lines: `bytes.subarray(start, end)`, including the final CRLF. */
export type HeaderField = {
  /** In lower case. */
  name: string;
  start: number;
  /** The start of the field's body, after the colon. */
  body: number;
  end: number;
};

type ReadHeaderFields =
  | {
      ok: true;
      fields: HeaderField[];
      /** The start of the empty line between header and body, or the end of the message. */
      end: number;
    }
  | { ok: false; reason: string };

const CR = 13;
const SPACE = 32;
const TAB = 9;
const COLON = 58;
/** RFC 5322 §2.2: printable ASCII without the colon. */
const NAME = /^[!-9;-~]+$/;

/** Reads the header of a message whose lines all end with CRLF (`errorInLineEnds`). */
export function readHeaderFields(message: Buffer, { maxBytes }: { maxBytes: number }): ReadHeaderFields {
  const fields: HeaderField[] = [];
  let at = 0;
  while (at < message.length && message[at] !== CR) {
    const end = endOfLine(message, at);
    if (end > maxBytes) return refuse(`The header has more than ${maxBytes} octets.`);
    const first = message[at];
    const last = fields.at(-1);
    if (isBlank(first)) {
      if (!last) return refuse("The header begins with a blank.");
      last.end = end;
    } else {
      const field = readField(message, at, end);
      if (!field)
        return refuse(
          `Line ${lineNumber(message, at)} of the header is not a field: it needs a name and a colon.`,
        );
      fields.push(field);
    }
    at = end;
  }
  return { ok: true, fields, end: at };
}

function readField(message: Buffer, start: number, end: number): HeaderField | null {
  const colon = message.subarray(start, end).indexOf(COLON);
  if (colon <= 0) return null;
  let nameEnd = start + colon;
  // RFC 5322 §4.5: blanks before the colon are obsolete but accepted. A regular expression would take quadratic time for many of them.
  while (nameEnd > start && isBlank(message[nameEnd - 1])) nameEnd -= 1;
  const name = message.toString("latin1", start, nameEnd);
  return NAME.test(name) ? { name: name.toLowerCase(), start, body: start + colon + 1, end } : null;
}

function isBlank(octet: number | undefined): boolean {
  return octet === SPACE || octet === TAB;
}

function endOfLine(message: Buffer, start: number): number {
  const lf = message.indexOf(10, start);
  return lf < 0 ? message.length : lf + 1;
}

function lineNumber(message: Buffer, at: number): number {
  let number = 1;
  for (let lf = message.indexOf(10); lf >= 0 && lf < at; lf = message.indexOf(10, lf + 1)) number += 1;
  return number;
}

function refuse(reason: string): { ok: false; reason: string } {
  return { ok: false, reason };
}
