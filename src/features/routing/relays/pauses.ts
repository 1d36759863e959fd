/** How long a relay is left alone: each time in a row for longer. */
export const pauses = {
  /** Each time costs one mail a connection that fails; and mail that has no other way waits for the next try. */
  unreachable: { firstSeconds: 10, longestSeconds: 60 },
  /** Credentials that were refused seldom become right by waiting, and servers lock accounts that keep on trying. */
  refused: { firstSeconds: 300, longestSeconds: 3_600 },
} as const;

/** Doublings beyond this are far above the longest pause. */
export const maxDoublings = 12;

/** For a relay that has no row in which the database counts. `failures`: before this one, in a row. */
export function pauseMs({ failures, isRefusal }: { failures: number; isRefusal: boolean }): number {
  const { firstSeconds, longestSeconds } = isRefusal ? pauses.refused : pauses.unreachable;
  return Math.min(longestSeconds, firstSeconds * 2 ** Math.min(failures, maxDoublings)) * 1_000;
}
