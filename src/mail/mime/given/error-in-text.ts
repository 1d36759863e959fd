/** C0, DEL, C1 (U+0085 among them) and the Unicode line and paragraph separators: each ends a line for some reader. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** Why this text may stand in no header, as a sentence; null when it may. */
export function errorInText(text: string): string | null {
  if (!text.isWellFormed()) return "It holds half of a surrogate pair, which is no character.";
  return CONTROL.test(text) ? "It holds a control character or a line break." : null;
}
