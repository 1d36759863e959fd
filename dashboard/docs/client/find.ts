import type { SearchEntry } from "../search-index.ts";

const MAX_RESULTS = 12;

/** The entries in which each word of the query begins a word, best first. Titles and headings count more than text. */
export function findEntries(entries: readonly SearchEntry[], query: string): SearchEntry[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_RESULTS)
    .map(({ entry }) => entry);
}

function scoreOf({ page, heading, text }: SearchEntry, words: string[]): number {
  let total = 0;
  for (const word of words) {
    const score =
      scoreIn(heading || page, word) * 8 + (heading ? scoreIn(page, word) * 3 : 0) + scoreIn(text, word);
    if (score === 0) return 0;
    total += score;
  }
  // The less a heading says besides the query, the better it fits.
  return total + (4 * words.length) / wordsOf(heading || page).length;
}

/** 2 for a whole word, 1 for the beginning of a word. Parts of a name such as `rate_limited` are words, too. */
function scoreIn(text: string, word: string): number {
  const lower = text.toLowerCase();
  let best = 0;
  for (let at = lower.indexOf(word); at >= 0 && best < 2; at = lower.indexOf(word, at + 1)) {
    if (at > 0 && /[\p{L}\p{N}]/u.test(lower[at - 1] ?? "")) continue;
    best = /[\p{L}\p{N}_]/u.test(lower[at + word.length] ?? "") ? Math.max(best, 1) : 2;
  }
  return best;
}

function wordsOf(query: string): string[] {
  return query.toLowerCase().split(/\s+/).filter(Boolean);
}
