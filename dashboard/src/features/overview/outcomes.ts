import type { Day } from "../../api-types.ts";

type OutcomeKey = Exclude<keyof Day, "date" | "accepted">;

type Outcome = {
  key: OutcomeKey;
  label: string;
  /** The color of the bar. */
  ink: string;
  /** The color of the dot beside the number. */
  dot: string;
};

/** In stacking order, the best one at the bottom. */
export const OUTCOMES: Outcome[] = [
  { key: "delivered", label: "Delivered", ink: "text-chart-2", dot: "bg-chart-2" },
  { key: "captured", label: "Captured", ink: "text-chart-5", dot: "bg-chart-5" },
  { key: "deferred", label: "Deferred", ink: "text-chart-3", dot: "bg-chart-3" },
  { key: "bounced", label: "Bounced", ink: "text-chart-4", dot: "bg-chart-4" },
];

/** Rare outcomes: shown in the table, and among the totals if there are any. */
export const RARE_OUTCOMES: Outcome[] = [
  { key: "expired", label: "Expired", ink: "text-ink-faint", dot: "bg-ink-faint" },
  { key: "uncertain", label: "Uncertain", ink: "text-ink-faint", dot: "bg-ink-faint" },
];

const shortDay = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", timeZone: "UTC" });
const longDay = new Intl.DateTimeFormat("en", {
  weekday: "long",
  day: "numeric",
  month: "long",
  timeZone: "UTC",
});

/** A day's name; the server counts days in UTC. */
export function formatDay(date: string, length: "short" | "long"): string {
  return (length === "short" ? shortDay : longDay).format(new Date(`${date}T00:00:00Z`));
}

/** 0.9834 → "98.3 %". Never rounds up to 100 %. */
export function formatRate(rate: number): string {
  const percent = Math.floor(rate * 1000) / 10;
  return `${percent.toLocaleString("en", { maximumFractionDigits: 1 })}%`;
}

const DURATIONS: [number, string][] = [
  [86_400, "day"],
  [3_600, "hour"],
  [60, "minute"],
  [1, "second"],
];

/** 90 → "1 minute" */
export function formatDuration(seconds: number): string {
  const [length, unit] = DURATIONS.find(([size]) => seconds >= size) ?? [1, "second"];
  const count = Math.floor(seconds / length);
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
