/** RFC 5322 §2.2: a line break would begin another header, and other control characters are not allowed in one. */
export function reasonToRefuseLine(text: string): string | null {
  return /[\p{Cc}\p{Zl}\p{Zp}]/u.test(text) ? "must not contain line breaks or control characters" : null;
}
