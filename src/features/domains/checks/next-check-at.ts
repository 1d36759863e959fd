const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Pause until the next check, by the claim's age: short at first, while people wait for the result. */
const UNVERIFIED_PAUSES: readonly [ageMs: number, pauseMs: number][] = [
  [HOUR_MS, 2 * MINUTE_MS],
  [DAY_MS, 15 * MINUTE_MS],
  [7 * DAY_MS, 2 * HOUR_MS],
];

/** An earlier check would often miss the record, and resolvers cache a missing record for up to an hour. */
export const FIRST_CHECK_MS = MINUTE_MS;

type State = { isVerified: boolean; isComplete: boolean; createdAt: Date; now: Date; random: number };

/** Adds jitter of ±5 %, so that domains added together are not always checked together. */
export function nextCheckAt({ isVerified, isComplete, createdAt, now, random }: State): Date {
  const ageMs = now.getTime() - createdAt.getTime();
  const unverifiedMs = UNVERIFIED_PAUSES.find(([limitMs]) => ageMs < limitMs)?.[1] ?? DAY_MS;
  const verifiedMs = isComplete ? DAY_MS : HOUR_MS;
  const pauseMs = isVerified ? verifiedMs : unverifiedMs;
  return new Date(now.getTime() + pauseMs * (0.95 + random / 10));
}
