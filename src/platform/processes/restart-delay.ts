/** Short enough that callers hardly see one crash; long enough that a crash at every start does not overload the machine. */
const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 10_000;
/** After a run of this length, the next crash counts as the first one. */
const HEALTHY_AFTER_MS = 30_000;

/** The delay before the next start, given the crashes in a row so far and the length of the last run. */
export function restartDelayMs({ crashes, livedMs }: { crashes: number; livedMs: number }): {
  delayMs: number;
  crashes: number;
} {
  const crashesInARow = livedMs >= HEALTHY_AFTER_MS ? 1 : crashes + 1;
  return {
    crashes: crashesInARow,
    delayMs: Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (crashesInARow - 1)),
  };
}
