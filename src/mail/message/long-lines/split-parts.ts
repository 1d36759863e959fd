type Range = { start: number; end: number };

type Parts = {
  parts: Range[];
  /** Before the first delimiter and after the last one: text that readers do not show. */
  outside: Range[];
};

/** Real mail has fewer delimiters, and searching for each takes time. */
const MAX_DELIMITERS = 10_000;
const LF = 10;

/**
 * The parts of a multipart body (RFC 2046 §5.1.1: the CRLF before a delimiter belongs to the delimiter). @returns null when
 * the last delimiter is missing, or there are too many
 */
export function splitParts(
  message: Buffer,
  { start, end, boundary }: Range & { boundary: string },
): Parts | null {
  const body = message.subarray(start, end);
  const delimiter = Buffer.from(`--${boundary}`, "latin1");
  const parts: Range[] = [];
  let preambleEnd = start;
  let partStart = -1;
  let at = 0;
  for (let seen = 0; seen < MAX_DELIMITERS; seen += 1) {
    const found = body.indexOf(delimiter, at);
    if (found < 0) return null;
    at = found + delimiter.length;
    const isAtLineStart = found === 0 || body[found - 1] === LF;
    const rest = isAtLineStart ? restOfDelimiter(body, at) : null;
    if (!rest) continue;
    if (partStart < 0) preambleEnd = start + found;
    else parts.push({ start: partStart, end: Math.max(partStart, start + found - 2) });
    partStart = start + rest.end;
    if (rest.isLast)
      return {
        parts,
        outside: [
          { start, end: preambleEnd },
          { start: partStart, end },
        ],
      };
  }
  return null;
}

/** RFC 2046 §5.1.1: only `--` and blanks may follow the boundary on its line. @returns null for any other line */
function restOfDelimiter(body: Buffer, at: number): { isLast: boolean; end: number } | null {
  const line = /^(--)?[ \t]*(?:\r\n|$)/.exec(body.toString("latin1", at, at + 80));
  return line ? { isLast: line[1] !== undefined, end: at + line[0].length } : null;
}
