/**
 * Messages that a source address may send on each day of its warm-up: mailbox providers treat an unknown address that suddenly sends a
 * lot as a spammer. The number doubles each day, as large providers advise, later grows by half; after that there is no limit.
 */
const PER_DAY = [
  50, 100, 200, 400, 800, 1_500, 3_000, 5_000, 8_000, 12_000, 18_000, 25_000, 35_000, 50_000, 70_000, 100_000,
  140_000, 200_000, 280_000, 400_000,
];

const DAY_MS = 86_400_000;

/** Messages that an address may send today, by the first day of its warm-up (UTC, `2030-01-31`). Null: no limit. */
export function warmUpLimit(startedOn: string | null, now: Date): number | null {
  if (startedOn === null) return null;
  const day = Math.floor((now.getTime() - Date.parse(`${startedOn}T00:00:00Z`)) / DAY_MS);
  if (day < 0) return 0;
  return PER_DAY[day] ?? null;
}

/** The time until the next day of the warm-up. */
export function secondsUntilTomorrow(now: Date): number {
  return Math.ceil((DAY_MS - (now.getTime() % DAY_MS)) / 1_000);
}
