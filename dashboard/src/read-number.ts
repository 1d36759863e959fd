/**
 * The number that a field holds. Other text stays as typed, so that the server refuses it: `Number` would make 0 of an empty field, and
 * NaN of a word, which JSON sends as null, the default of many settings.
 */
export function readNumber(text: string): number | string {
  const trimmed = text.trim();
  return /^\d{1,15}(\.\d{1,15})?$/.test(trimmed) ? Number(trimmed) : trimmed;
}
