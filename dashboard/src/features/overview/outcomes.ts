import type { Day } from "../../api-types.ts";
import { type CountLook, FINAL_OUTCOMES } from "../insights/outcomes.ts";

type OutcomeKey = Exclude<keyof Day, "date" | "accepted">;

type Outcome = CountLook & { key: OutcomeKey };

/** Final outcomes of recipients, each counted once. In stacking order, the best one at the bottom. */
export const OUTCOMES: Outcome[] = [
  { key: "delivered", ...FINAL_OUTCOMES.delivered },
  { key: "captured", ...FINAL_OUTCOMES.captured },
  { key: "canceled", ...FINAL_OUTCOMES.canceled },
  { key: "suppressed", ...FINAL_OUTCOMES.suppressed },
  { key: "expired", ...FINAL_OUTCOMES.expired },
  { key: "bounced", ...FINAL_OUTCOMES.bounced },
];

/** Attempts that were deferred. A recipient may have several, so they are a line and not part of the stack. */
export const DEFERRALS: Outcome = {
  key: "deferred",
  label: "Deferred attempts",
  ink: "text-chart-3",
  dot: "bg-chart-3",
};

/** Shown in the table, and among the totals if there are any. */
export const RARE_COUNTS: Outcome[] = [
  { key: "complained", label: "Spam reports", ink: "text-chart-4", dot: "bg-chart-4" },
  { key: "uncertain", label: "Uncertain attempts", ink: "text-ink-faint", dot: "bg-ink-faint" },
];

/** All counts except the accepted emails. */
export const ALL_COUNTS: Outcome[] = [...OUTCOMES, DEFERRALS, ...RARE_COUNTS];

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
