/** More typing errors than this make another word. */
const MOST_EDITS = 3;

/** The candidate with the fewest typing errors, if they are few. */
export function findNearest(typed: string, candidates: readonly string[]): string | null {
  const ranked = candidates
    .map((candidate) => ({ candidate, edits: countEdits(typed, candidate) }))
    .sort((one, other) => one.edits - other.edits);
  const [best] = ranked;
  // A short word is near to everything.
  const most = Math.min(MOST_EDITS, Math.ceil(typed.length / 3));
  return best && best.edits <= most ? best.candidate : null;
}

/** Levenshtein's distance: insertions, deletions and replacements. */
function countEdits(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++)
      current[column] = Math.min(
        (above[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1),
      );
    above = current;
  }
  return above[to.length] ?? 0;
}
