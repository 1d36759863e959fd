/** Upper limits of the classes in which durations are counted, in milliseconds. Each is about 1.5 times the one before. */
const CLASSES = [
  5, 10, 15, 25, 40, 60, 100, 150, 250, 400, 600, 1_000, 1_500, 2_500, 4_000, 6_000, 10_000, 15_000, 30_000,
];

/** Returns the class of a duration: its upper limit in milliseconds. Longer durations are in the last class. */
export function classOf(durationMs: number): number {
  return CLASSES.find((limit) => durationMs <= limit) ?? (CLASSES.at(-1) as number);
}

/** Returns the 95th percentile of the counted durations, as the upper limit of its class in milliseconds. Null: there were none. */
export function p95Of(counts: ReadonlyMap<number, number>): number | null {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  let passed = 0;
  for (const limit of CLASSES) {
    passed += counts.get(limit) ?? 0;
    if (total > 0 && passed >= total * 0.95) return limit;
  }
  return null;
}
