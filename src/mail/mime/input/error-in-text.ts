/** C0, DEL, C1 (including U+0085) and the Unicode line and paragraph separators: each is a line end for some mail program. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** Returns the reason, as a sentence, why this text is not allowed in a header, or null. */
export function errorInText(text: string): string | null {
  if (!text.isWellFormed()) return "It contains half of a surrogate pair, which is not a valid character.";
  return CONTROL.test(text) ? "It contains a control character or a line break." : null;
}
