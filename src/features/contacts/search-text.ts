import { escapeLike } from "../../platform/db/index.ts";

/**
 * Search compares folded text: without case, accents and compatibility forms, and with every non-ASCII character spelled as `u` and
 * its hexadecimal code point. This spelling makes the trigram index independent of the database's locale: in some locales non-ASCII
 * characters are not letters, so a name in Cyrillic would have no trigrams. It also gives two Han characters as many trigrams as ten
 * Latin letters.
 */
export function searchText({ emailKey, name }: { emailKey: string; name: string | null }): string {
  return name === null ? fold(emailKey) : `${fold(emailKey)} ${fold(name)}`;
}

/**
 * Returns LIKE patterns; a contact matches if one of them does. A blank search has none. Three or more characters match anywhere. One
 * or two letters have no trigram, so they match only the beginning of the address or of a word of the name.
 */
export function searchPatterns(search: string): string[] {
  const folded = fold(search.trim().replace(/\s+/g, " "));
  if (folded === "") return [];
  const literal = escapeLike(folded);
  return /^[a-z0-9]{1,2}$/.test(folded) ? [`${literal}%`, `% ${literal}%`] : [`%${literal}%`];
}

function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^ -~]/gu, (character) => `u${character.codePointAt(0)?.toString(16).padStart(4, "0")}`);
}
