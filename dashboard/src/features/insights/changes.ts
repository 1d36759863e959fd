/** A change from the previous period, and whether it is good, bad or neither. */
export type Change = { text: string; tone: "good" | "bad" | "neutral" };

type Kind = {
  /** Whether more is better. Null: neither. */
  isMoreBetter: boolean | null;
  /** Rates change by points, everything else by percent. */
  isRate: boolean;
};

/** Smaller changes are noise. */
const LEAST_PERCENT = 0.5;
const LEAST_POINTS = 0.005;

/** "+12%", "−0.4 pts" (percentage points). Null: there is nothing to compare. */
export function describeChange(
  now: number | null,
  before: number | null,
  { isMoreBetter, isRate }: Kind,
): Change | null {
  if (now === null || before === null || (!isRate && before === 0)) return null;
  const change = isRate ? (now - before) * 100 : ((now - before) / before) * 100;
  if (Math.abs(change) < (isRate ? LEAST_POINTS : LEAST_PERCENT))
    return { text: "no change", tone: "neutral" };
  const size = Math.abs(change);
  const digits = isRate ? 2 : size < 10 ? 1 : 0;
  const amount = size.toLocaleString("en", { maximumFractionDigits: digits });
  const text = `${change > 0 ? "+" : "−"}${amount}${isRate ? " pts" : "%"}`;
  if (isMoreBetter === null) return { text, tone: "neutral" };
  return { text, tone: change > 0 === isMoreBetter ? "good" : "bad" };
}
