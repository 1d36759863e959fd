/** Makes untrusted text safe for a terminal: it cannot move the cursor, change colors or reverse the writing direction. */
export function printable(text: string): string {
  // C0 and C1 controls; the bidirectional controls of Unicode UAX #9 §2.
  return text.replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "\u{fffd}");
}
