const UNITS: [number, string][] = [
  [86_400_000, "d"],
  [3_600_000, "h"],
  [60_000, "min"],
];

/** A duration between two moments in its two largest units: 43 → "43 ms", 2_417 → "2.42 s", 3_725_000 → "1 h 2 min". */
export function formatElapsed(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 59_995) return `${(ms / 1_000).toLocaleString("en", { maximumFractionDigits: 2 })} s`;
  const seconds = Math.round(ms / 1_000);
  const index = UNITS.findIndex(([size]) => seconds * 1_000 >= size);
  const [size, unit] = UNITS[index] ?? [60_000, "min"];
  const [nextSize, nextUnit] = UNITS[index + 1] ?? [1_000, "s"];
  const rest = Math.floor((seconds * 1_000 - Math.floor((seconds * 1_000) / size) * size) / nextSize);
  const whole = `${Math.floor((seconds * 1_000) / size)} ${unit}`;
  return rest === 0 ? whole : `${whole} ${rest} ${nextUnit}`;
}
