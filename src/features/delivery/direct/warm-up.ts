/**
 * Messages that a source address may send on each day of its warm-up: operators take an address that nobody knows, and that sends
 * much at once, for a spammer's. Twice as many as the day before, as the large ones advise, later half as many again; then as many as it can.
 */
const PER_DAY = [
  50, 100, 200, 400, 800, 1_500, 3_000, 5_000, 8_000, 12_000, 18_000, 25_000, 35_000, 50_000, 70_000, 100_000,
  140_000, 200_000, 280_000, 400_000,
];

const DAY_MS = 86_400_000;

/** What an address that began on a day (UTC, `2030-01-31`) may send today; null: as much as it can. */
export function warmUpLimit(startedOn: string | null, now: Date): number | null {
  if (startedOn === null) return null;
  const day = Math.floor((now.getTime() - Date.parse(`${startedOn}T00:00:00Z`)) / DAY_MS);
  if (day < 0) return 0;
  return PER_DAY[day] ?? null;
}

/** Until the next day of the warm-up begins. */
export function secondsUntilTomorrow(now: Date): number {
  return Math.ceil((DAY_MS - (now.getTime() % DAY_MS)) / 1_000);
}
