/** Escapes the characters that have a meaning in a LIKE pattern. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}

/** A LIKE pattern for values that contain a text. Null: all values. */
export function containing(text: string | null): string {
  return `%${escapeLike(text ?? "")}%`;
}
