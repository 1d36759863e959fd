/** Cooldowns of a failing relay; they double with each failure in a row. */
export const COOLDOWNS = {
  /** Short, because mail without another relay waits for the next probe. A probe costs one email a failed connection. */
  unreachable: { firstSeconds: 10, longestSeconds: 60 },
  /** Long, because waiting rarely fixes rejected credentials, and servers lock accounts after repeated attempts. */
  refused: { firstSeconds: 300, longestSeconds: 3_600 },
} as const;

/** More doublings would far exceed the longest cooldown. */
export const MAX_DOUBLINGS = 12;

/** The cooldown of a relay without a database row. `failures` counts the failures in a row before this one. */
export function cooldownMs({ failures, isRefusal }: { failures: number; isRefusal: boolean }): number {
  const { firstSeconds, longestSeconds } = isRefusal ? COOLDOWNS.refused : COOLDOWNS.unreachable;
  return Math.min(longestSeconds, firstSeconds * 2 ** Math.min(failures, MAX_DOUBLINGS)) * 1_000;
}
