/**
 * Splits a typed or pasted list of addresses at commas, semicolons and line ends, but not inside quotes or angle brackets
 * (`"Lovelace, Ada" <ada@example.com>`), nor within an unquoted name (`Acme, Inc. <a@example.com>`). The server validates the
 * addresses; its src/mail/address/split-mailboxes.ts follows the same rules.
 */
export function splitAddresses(text: string): string[] {
  // A line end closes open quotes and brackets, so that one missing quote does not swallow the rest.
  return text.split(/[\r\n]+/).flatMap((line) => joinNames(splitLine(line)));
}

/** The address that is being typed at `caret`, with its beginning. Null inside a finished one, or when text follows it. */
export function addressAt(text: string, caret: number): { start: number; typed: string } | null {
  const following = /^[^,;\r\n]*/.exec(text.slice(caret))?.[0] ?? "";
  if (following.trim() !== "") return null;
  const lineStart = Math.max(text.lastIndexOf("\n", caret - 1), text.lastIndexOf("\r", caret - 1)) + 1;
  const typed = (splitLine(text.slice(lineStart, caret)).at(-1)?.text ?? "").trimStart();
  return { start: caret - typed.length, typed };
}

type Piece = {
  text: string;
  /** The separator before it. */
  separator: string;
};

function splitLine(line: string): Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  let separator = "";
  let quoted = false;
  let bracketed = false;
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charAt(at);
    if (quoted && character === "\\") at += 1;
    else if (quoted) quoted = character !== '"';
    else if (character === '"') quoted = at === 0 || /[\s,;<]/.test(line.charAt(at - 1));
    else if (bracketed || character === "<") bracketed = character !== ">";
    else if (character === "," || character === ";") {
      pieces.push({ text: line.slice(start, at), separator });
      separator = character;
      start = at + 1;
    }
  }
  return [...pieces, { text: line.slice(start), separator }];
}

/** Pieces without an @ before one with an angle address are the beginning of its name. */
function joinNames(pieces: Piece[]): string[] {
  const addresses: string[] = [];
  let words: Piece[] = [];
  for (const piece of pieces) {
    if (piece.text.trim() === "") continue;
    words.push(piece);
    if (!piece.text.includes("@")) continue;
    if (/^\s*[^\s<"].*</.test(piece.text))
      addresses.push(
        words.map(({ text, separator }, index) => (index === 0 ? text : separator + text)).join(""),
      );
    else addresses.push(...words.map(({ text }) => text));
    words = [];
  }
  addresses.push(...words.map(({ text }) => text));
  return addresses.map((address) => address.trim());
}
