const UNITS = ["bytes", "kB", "MB", "GB"];

/** 999 → "999 bytes", 102_400 → "100 kB". A kilobyte is 1,024 bytes, as in mail servers' limits. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1_000 && unit < UNITS.length - 1) {
    value /= 1_024;
    unit += 1;
  }
  const digits = unit === 0 || value >= 100 ? 0 : 1;
  const text = value.toLocaleString("en", { maximumFractionDigits: digits });
  return `${text} ${bytes === 1 ? "byte" : UNITS[unit]}`;
}
