/** If less of a domain's mail passes DMARC, some server that sends as the domain is probably not set up. */
export const MIN_ALIGNED_SHARE = 0.9;

const count = new Intl.NumberFormat("en");

export function formatCount(value: number | null | undefined): string {
  return count.format(value ?? 0);
}

/** 0.9834 → "98.3%", 0.0031 → "0.31%", null → "–". Never rounds to 0% or 100%. */
export function formatShare(share: number | null | undefined): string {
  if (share === null || share === undefined) return "–";
  if (share === 0 || share === 1) return `${share * 100}%`;
  const percent = share * 100;
  const digits = percent < 1 ? 2 : 1;
  const factor = 10 ** digits;
  // 0.57 * 100 * 10 is 569.9999999999999.
  const scaled = Number((percent * factor).toFixed(6));
  const rounded =
    percent > 50 ? Math.floor(scaled) / factor : Math.max(Math.round(scaled) / factor, 1 / factor);
  return `${rounded.toLocaleString("en", { maximumFractionDigits: digits })}%`;
}

/** 430 → "430 ms", 2_417 → "2.4 s", 95_000 → "1.6 min", 7_200_000 → "2 h". Latencies from roll-ups are within 10% of the exact value. */
export function formatLatency(ms: number | null | undefined): string {
  if (ms === null || ms === undefined) return "–";
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  const [size, unit] = UNITS.find(([unitMs]) => ms >= unitMs) ?? [1_000, "s"];
  return `${(ms / size).toLocaleString("en", { maximumFractionDigits: ms / size < 10 ? 1 : 0 })} ${unit}`;
}

const UNITS: [number, string][] = [
  [86_400_000, "d"],
  [3_600_000, "h"],
  [60_000, "min"],
  [1_000, "s"],
];
