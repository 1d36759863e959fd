/** `90` → `90 s`, `600` → `10 minutes`, `7200` → `2 hours`. */
export function formatWait(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds / 3_600)} hours`;
}
