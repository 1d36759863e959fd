const CR = 13;
const LF = 10;
/** RFC 5322 §2.1.1 and RFC 5321 §4.5.3.1.6: at most 998 octets before CRLF. */
const MAX_LINE_OCTETS = 998;

/**
 * Why these bytes are not lines as SMTP carries them, as a sentence; null when they are. RFC 5321 §2.3.8: CR and LF may only
 * stand together. Where a server takes one of them alone for the end of a line, what follows can be read as commands.
 */
export function faultOfLines(bytes: Buffer): string | null {
  let start = 0;
  while (start < bytes.length) {
    const lf = bytes.indexOf(LF, start);
    const end = lf < 0 ? bytes.length : lf;
    const cr = bytes.subarray(start, end).indexOf(CR);
    if (cr >= 0 && start + cr !== end - 1) return "A carriage return stands alone; lines end with CR LF.";
    if (lf < 0) return cr >= 0 ? "The last line is not ended with CR LF." : faultOfLength(end - start);
    if (cr < 0) return "A line feed stands alone; lines end with CR LF.";
    if (end - 1 - start > MAX_LINE_OCTETS) return faultOfLength(end - 1 - start);
    start = lf + 1;
  }
  // RFC 5321 §4.5.2 note: NUL ends the text for some readers, so that two servers see two messages.
  return bytes.includes(0) ? "It holds a NUL octet." : null;
}

function faultOfLength(octets: number): string | null {
  return octets > MAX_LINE_OCTETS ? `A line has more than ${MAX_LINE_OCTETS} octets.` : null;
}
