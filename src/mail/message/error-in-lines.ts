const CR = 13;
const LF = 10;
/** RFC 5322 §2.1.1 and RFC 5321 §4.5.3.1.6: at most 998 octets before CRLF. */
export const MAX_LINE_OCTETS = 998;

type Lines = {
  /** The reason, as a sentence, why SMTP cannot carry these lines, or null. */
  problem: string | null;
  /** The start of each line of more than 998 octets. */
  longLines: number[];
};

/**
 * Checks every line in one pass. RFC 5321 §2.3.8: CR and LF may only occur together. If a server treats one of them alone as
 * a line end, the following text can be read as commands.
 */
export function readLines(bytes: Buffer, { allowNul = false } = {}): Lines {
  const longLines: number[] = [];
  let start = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const octet = bytes[at] as number;
    if (octet > CR) continue;
    if (octet === CR && bytes[at + 1] !== LF)
      return invalid("A carriage return occurs without a line feed; lines must end with CR LF.");
    // RFC 5322 §2.2 and §4.1: NUL ends the text for some readers, so that two servers see two different messages.
    if (octet === 0 && !allowNul) return invalid("It contains a NUL octet.");
    if (octet !== LF) continue;
    if (bytes[at - 1] !== CR)
      return invalid("A line feed occurs without a carriage return; lines must end with CR LF.");
    if (at - 1 - start > MAX_LINE_OCTETS) longLines.push(start);
    start = at + 1;
  }
  if (bytes.length - start > MAX_LINE_OCTETS) longLines.push(start);
  return { problem: null, longLines };
}

/** Like `readLines`, but accepts long lines and NUL: for messages that are only read here and never relayed. */
export function errorInLineEnds(bytes: Buffer): string | null {
  return readLines(bytes, { allowNul: true }).problem;
}

function invalid(problem: string): Lines {
  return { problem, longLines: [] };
}
