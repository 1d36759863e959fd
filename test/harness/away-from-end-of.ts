import { until } from "./until.ts";

const lengthMs = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/**
 * Where time is counted by minutes, hours or days of UTC: a test that the end of one divides would count in two of them, so it waits
 * for the next one. `within` ms before the end, because a test may take so long.
 */
export async function awayFromEndOf(unit: keyof typeof lengthMs, within = 40_000): Promise<void> {
  const length = lengthMs[unit];
  const isAway = () => Date.now() % length < length - within;
  await until(isAway, { within: within + 5_000, what: `the next ${unit}` });
}
