/**
 * What JSON.parse does not tell: how deep the text nests, how many members it has (fewer in the parsed value means that a key
 * was there twice), and how many commas, each of which separates two values. Strings are skipped by the engine's own search, so
 * that a large body costs what its structure costs. The scan ends where a limit is passed.
 */
export type JsonScan = { depth: number; members: number; commas: number };

const comma = 44;
const quote = 34;
const backslash = 92;
const colon = 58;
const openBracket = 91;
const openBrace = 123;
const closeBracket = 93;
const closeBrace = 125;

export function scanJson(text: string, limits: JsonScan): JsonScan {
  let depth = 0;
  let commas = 0;
  let deepest = 0;
  let members = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = endOfString(text, at);
      if (at < 0) break;
    } else if (code === comma) commas += 1;
    else if (code === colon) members += 1;
    else if (code === openBrace || code === openBracket) deepest = Math.max(deepest, ++depth);
    else if (code === closeBrace || code === closeBracket) depth -= 1;
    if (deepest > limits.depth || commas > limits.commas || members > limits.members) break;
  }
  return { depth: deepest, members, commas };
}

/** Index of the quote that ends the string which begins at `start`, or -1. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end > 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text.charCodeAt(first - 1) === backslash) first -= 1;
  return (at - first) % 2 === 1;
}
