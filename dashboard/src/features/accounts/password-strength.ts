/** From 0, guessed at once, to 4, safe against an offline attack. */
export type PasswordStrength = {
  score: 0 | 1 | 2 | 3 | 4;
  label: string;
  advice: string;
};

// The parts of most leaked passwords; each counts as one symbol of a short alphabet, regardless of its length.
const COMMON_PARTS =
  /password|passw0rd|posthouse|qwert[yz]?|asdf|zxcv|admin|root|login|letmein|welcome|iloveyou|monkey|dragon|master|shadow|sunshine|princess|football|baseball|superman|batman|starwars|summer|winter|spring|autumn|secret|hello|test|user|guest|abc|123|111|000|(?:19|20)\d\d/gi;
const COMMON_PART_BITS = 7;

const SHORTEST = 6;

const LEVELS = [
  { from: 0, label: "Very weak", advice: "Easy to guess." },
  { from: 22, label: "Weak", advice: "Make it longer: three or four unrelated words are easy to remember." },
  { from: 40, label: "Fair", advice: "Add another word." },
  { from: 56, label: "Good", advice: "Hard to guess." },
  { from: 72, label: "Strong", advice: "Very hard to guess." },
] as const;

/** A rough estimate, for advice only: the server requires a length. `known` are words an attacker tries first. */
export function passwordStrength(password: string, known: string[] = []): PasswordStrength {
  const bits = estimateBits(withoutKnown(password, known));
  const score = LEVELS.findLastIndex((level) => bits >= level.from) as PasswordStrength["score"];
  const { label, advice } = LEVELS[score];
  // [...password]: the server counts characters, not UTF-16 units.
  if ([...password].length < SHORTEST) {
    return { score: 0, label: "Too short", advice: `At least ${SHORTEST} characters.` };
  }
  return { score, label, advice };
}

function withoutKnown(password: string, known: string[]): string {
  let rest = password;
  // The words are letters and digits only, so nothing in them needs to be escaped.
  for (const word of known.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u))) {
    if (word.length >= 4) rest = rest.replaceAll(new RegExp(word, "giu"), "");
  }
  return rest;
}

function estimateBits(password: string): number {
  const parts = password.match(COMMON_PARTS)?.length ?? 0;
  const rest = [...password.replaceAll(COMMON_PARTS, "")];
  const perSymbol = Math.log2(alphabetSize(password));
  let bits = parts * COMMON_PART_BITS;
  rest.forEach((symbol, position) => {
    // aaaa, 1234, dcba: a predictable symbol adds almost nothing.
    bits += isPredictable(rest[position - 1], symbol) ? 1 : perSymbol;
  });
  return bits;
}

function isPredictable(before: string | undefined, symbol: string): boolean {
  if (before === undefined) return false;
  return Math.abs((before.codePointAt(0) ?? 0) - (symbol.codePointAt(0) ?? 0)) <= 1;
}

function alphabetSize(password: string): number {
  let size = 1;
  // Fewer than 26 letters, because words are not random letters.
  if (/\p{Ll}/u.test(password)) size += 14;
  if (/\p{Lu}/u.test(password)) size += 10;
  if (/\p{N}/u.test(password)) size += 8;
  if (/[^\p{L}\p{N}]/u.test(password)) size += 14;
  return size;
}
