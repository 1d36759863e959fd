/**
 * Short enough that a single crash hardly affects clients. The growth keeps a crash at every start from overloading the
 * machine.
 */
const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 10_000;
/** A crash after a run of at least this length counts as the first one. */
const HEALTHY_AFTER_MS = 30_000;

/** The delay before the next start, given the number of crashes in a row and the length of the last run. */
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
