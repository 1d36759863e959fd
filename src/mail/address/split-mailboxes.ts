/**
 * `Ada <a@b.example>, "Lovelace, Ada" <c@d.example>` → its mailboxes. A comma does not separate inside double quotes or
 * angle brackets (RFC 5322 §3.2.4, §3.4), nor in an unquoted name: `Acme, Inc. <a@b.example>`. `parseMailbox` then decides
 * whether each piece is a mailbox. The function reads the list once;
 * dashboard/src/features/emails/compose/split-addresses.ts follows the same rules.
 */
export function splitMailboxes(list: string): string[] {
  return joinNames(splitAtCommas(list));
}

function splitAtCommas(list: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  let isQuoted = false;
  let isBracketed = false;
  for (let at = 0; at < list.length; at += 1) {
    const character = list[at];
    if (isQuoted && character === "\\") at += 1;
    else if (isQuoted) isQuoted = character !== '"';
    else if (character === '"') isQuoted = beginsWord(list, at);
    else if (character === "<") isBracketed = true;
    else if (character === ">") isBracketed = false;
    else if (character === "," && !isBracketed) {
      pieces.push(list.slice(start, at));
      start = at + 1;
    }
  }
  pieces.push(list.slice(start));
  return pieces;
}

/** A double quote inside a word is literal: `5" pipes <a@b.example>`. */
function beginsWord(list: string, at: number): boolean {
  return at === 0 || /[\s,<]/.test(list[at - 1] as string);
}

/**
 * Joins pieces without an @ to the next piece if that has a name and an angle address: they are the beginning of its name.
 */
function joinNames(pieces: string[]): string[] {
  const mailboxes: string[] = [];
  let words: string[] = [];
  for (const piece of pieces) {
    if (piece.trim() === "") continue;
    if (!piece.includes("@")) {
      words.push(piece);
      continue;
    }
    if (words.length > 0 && hasName(piece)) mailboxes.push([...words, piece].join(",").trim());
    else mailboxes.push(...words.map((word) => word.trim()), piece.trim());
    words = [];
  }
  return [...mailboxes, ...words.map((word) => word.trim())];
}

/**
 * Whether a name without quotes precedes the angle address: `Inc. <a@b.example>`, but neither `<a@b.example>` nor a quoted
 * name, which is complete.
 */
function hasName(piece: string): boolean {
  return /^\s*[^\s<"].*</s.test(piece);
}
