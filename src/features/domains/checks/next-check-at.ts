const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Somebody is waiting at first; after a while nobody is. By age of the claim, the pause until the next check. */
const unverified: readonly [ageMs: number, pauseMs: number][] = [
  [hourMs, 2 * minuteMs],
  [dayMs, 15 * minuteMs],
  [7 * dayMs, 2 * hourMs],
];

/** Sooner, a resolver would still remember for an hour that the record was not there when it was first asked. */
export const firstCheckMs = minuteMs;

type Given = { isVerified: boolean; isComplete: boolean; createdAt: Date; now: Date; random: number };

/** Spread by a tenth, so that domains which were added together are not looked at together for ever. */
export function nextCheckAt({ isVerified, isComplete, createdAt, now, random }: Given): Date {
  const ageMs = now.getTime() - createdAt.getTime();
  const waiting = unverified.find(([limitMs]) => ageMs < limitMs)?.[1] ?? dayMs;
  const settled = isComplete ? dayMs : hourMs;
  const pauseMs = isVerified ? settled : waiting;
  return new Date(now.getTime() + pauseMs * (0.95 + random / 10));
}
