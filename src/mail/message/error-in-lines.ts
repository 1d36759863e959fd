const CR = 13;
const LF = 10;
/** RFC 5322 §2.1.1 and RFC 5321 §4.5.3.1.6: at most 998 octets before CRLF. */
export const MAX_LINE_OCTETS = 998;

type Lines = {
  /** Why these bytes are not lines as SMTP carries them, as a sentence; null when they are. */
  problem: string | null;
  /** Where each line of more than 998 octets begins. */
  longLines: number[];
};

/**
 * Looks at every line once. RFC 5321 §2.3.8: CR and LF may only stand together. Where a server takes one of them alone for the end
 * of a line, what follows can be read as commands.
 */
export function readLines(bytes: Buffer, { mayHoldNul = false } = {}): Lines {
  const longLines: number[] = [];
  let start = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const octet = bytes[at] as number;
    if (octet > CR) continue;
    if (octet === CR && bytes[at + 1] !== LF)
      return invalid("A carriage return stands alone; lines end with CR LF.");
    // RFC 5322 §2.2 and §4.1: NUL ends the text for some readers, so that two servers see two messages.
    if (octet === 0 && !mayHoldNul) return invalid("It holds a NUL octet.");
    if (octet !== LF) continue;
    if (bytes[at - 1] !== CR) return invalid("A line feed stands alone; lines end with CR LF.");
    if (at - 1 - start > MAX_LINE_OCTETS) longLines.push(start);
    start = at + 1;
  }
  if (bytes.length - start > MAX_LINE_OCTETS) longLines.push(start);
  return { problem: null, longLines };
}

/** The same, but lines may be of any length and hold NUL: for messages that are read here and never passed on. */
export function errorInLineEnds(bytes: Buffer): string | null {
  return readLines(bytes, { mayHoldNul: true }).problem;
}

function invalid(problem: string): Lines {
  return { problem, longLines: [] };
}
