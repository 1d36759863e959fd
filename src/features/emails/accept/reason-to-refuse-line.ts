/** RFC 5322 §2.2: a line break would begin another header; other control characters have no business in one. */
export function reasonToRefuseLine(text: string): string | null {
  return /[\p{Cc}\p{Zl}\p{Zp}]/u.test(text) ? "must not contain line breaks or control characters" : null;
}
