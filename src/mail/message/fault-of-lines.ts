const CR = 13;
const LF = 10;
/** RFC 5322 §2.1.1 and RFC 5321 §4.5.3.1.6: at most 998 octets before CRLF. */
const MAX_LINE_OCTETS = 998;

/**
 * Why these bytes are not lines as SMTP carries them, as a sentence; null when they are. RFC 5321 §2.3.8: CR and LF may only
 * stand together. Where a server takes one of them alone for the end of a line, what follows can be read as commands.
 */
export function faultOfLines(bytes: Buffer): string | null {
  return faultOfEnds(bytes, { maxLineOctets: MAX_LINE_OCTETS, mayHoldNul: false });
}

/** The same, but lines may be of any length and hold NUL: for messages that are read here and never passed on. */
export function faultOfLineEnds(bytes: Buffer): string | null {
  return faultOfEnds(bytes, { maxLineOctets: Number.POSITIVE_INFINITY, mayHoldNul: true });
}

function faultOfEnds(
  bytes: Buffer,
  { maxLineOctets, mayHoldNul }: { maxLineOctets: number; mayHoldNul: boolean },
): string | null {
  let start = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const octet = bytes[at] as number;
    if (octet > CR) continue;
    if (octet === CR && bytes[at + 1] !== LF) return "A carriage return stands alone; lines end with CR LF.";
    // RFC 5322 §2.2 and §4.1: NUL ends the text for some readers, so that two servers see two messages.
    if (octet === 0 && !mayHoldNul) return "It holds a NUL octet.";
    if (octet !== LF) continue;
    if (bytes[at - 1] !== CR) return "A line feed stands alone; lines end with CR LF.";
    if (at - 1 - start > maxLineOctets) return tooLong;
    start = at + 1;
  }
  return bytes.length - start > maxLineOctets ? tooLong : null;
}

const tooLong = `A line has more than ${MAX_LINE_OCTETS} octets.`;
