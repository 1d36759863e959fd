/**
 * Search compares folded text: without case, accents and compatibility forms, and with every character beyond ASCII spelled as
 * `u` and its hexadecimal number. The spelling makes the trigram index independent of the database's locale (some
 * locales see no letters beyond ASCII, and then a name in Cyrillic would have no trigrams), and finds two Han characters
 * as well as ten Latin letters.
 */
export function searchText({ emailKey, name }: { emailKey: string; name: string | null }): string {
  return name === null ? fold(emailKey) : `${fold(emailKey)} ${fold(name)}`;
}

/**
 * LIKE patterns of which a match fulfils at least one; none for a blank search. Three characters and more are found
 * anywhere. One or two letters have no trigram of their own, so they are found where the address or a word of the name begins.
 */
export function searchPatterns(search: string): string[] {
  const folded = fold(search.trim().replace(/\s+/g, " "));
  if (folded === "") return [];
  const literal = folded.replace(/[\\%_]/g, "\\$&");
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
