/**
 * Counts in JSON text what JSON.parse does not report: the nesting depth, the members (fewer in the parsed value mean a
 * duplicate key), and the commas between values. Strings are skipped with indexOf, so that only the
 * structure of a large body costs time. The scan stops at a limit.
 */
export type JsonScan = { depth: number; members: number; commas: number };

const COMMA = 44;
const QUOTE = 34;
const BACKSLASH = 92;
const COLON = 58;
const OPEN_BRACKET = 91;
const OPEN_BRACE = 123;
const CLOSE_BRACKET = 93;
const CLOSE_BRACE = 125;

export function scanJson(text: string, limits: JsonScan): JsonScan {
  let depth = 0;
  let commas = 0;
  let deepest = 0;
  let members = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at);
      if (at < 0) break;
    } else if (code === COMMA) commas += 1;
    else if (code === COLON) members += 1;
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) deepest = Math.max(deepest, ++depth);
    else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth -= 1;
    if (deepest > limits.depth || commas > limits.commas || members > limits.members) break;
  }
  return { depth: deepest, members, commas };
}

/** The index of the quote that ends the string beginning at `start`, or -1. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end > 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text.charCodeAt(first - 1) === BACKSLASH) first -= 1;
  return (at - first) % 2 === 1;
}
