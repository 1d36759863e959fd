import { until } from "./until.ts";

const lengthMs = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/**
 * For tests of counts per UTC minute, hour or day: waits for the next one if the current one ends within `within` ms, so that the
 * test does not span two of them.
 */
export async function awayFromEndOf(unit: keyof typeof lengthMs, within = 40_000): Promise<void> {
  const length = lengthMs[unit];
  const isAway = () => Date.now() % length < length - within;
  await until(isAway, { within: within + 5_000, what: `the next ${unit}` });
}
