/**
 * A typed or pasted list of addresses in its parts: at commas, semicolons and line ends, but not inside quotes or
 * angle brackets (`"Lovelace, Ada" <ada@example.com>`). Whether each is an address is the server's to say.
 */
export function splitAddresses(text: string): string[] {
  const parts = [""];
  let quoted = false;
  let bracketed = false;
  let escaped = false;
  for (const character of text) {
    const isInside = quoted || bracketed;
    // A line end ends whatever was left open: one missing quote must not swallow all that follows.
    if (/[\r\n]/.test(character) || (!isInside && /[,;]/.test(character))) {
      parts.push("");
      quoted = false;
      bracketed = false;
      continue;
    }
    if (character === '"' && !escaped && !bracketed) quoted = !quoted;
    if (!quoted) bracketed = character === "<" || (bracketed && character !== ">");
    escaped = quoted && character === "\\" && !escaped;
    parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}
