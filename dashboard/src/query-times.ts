import type { QueryKey } from "./query-text.ts";
import { textOf } from "./search.ts";

/**
 * The filters `after` and `before` of a list, in the address bar and in its search box: a day (2026-11-21) or a minute
 * (2026-11-21T08:30), in the user's time zone.
 */
export type TimeRange = { after?: string | undefined; before?: string | undefined };

const FORM = "Use a day such as 2026-11-21, a minute such as 2026-11-21T08:30, today, yesterday, 7d or 24h.";

export const TIME_KEYS: readonly QueryKey[] = [
  { name: "after", hint: "First day or minute", read: readTime, form: FORM },
  { name: "before", hint: "Last day, inclusive, or a minute", read: readTime, form: FORM },
];

/** Values to complete. */
export function knownTimes(): string[] {
  return ["24h", "today", "yesterday", "7d", "30d"].map((word) => readTime(word) ?? word);
}

/** Returns a valid day or minute, for `validateSearch`. */
export function timeOf(value: unknown): string | undefined {
  const text = textOf(value);
  // The API accepts only these years.
  if (text === undefined || !/^[12]\d{3}-\d{2}-\d{2}(T\d{2}:[0-5]\d)?$/.test(text)) return undefined;
  // February 31 becomes March 3, and 25:00 becomes 1:00 on the next day.
  return text.startsWith(dayText(new Date(momentOf(text, 0)))) ? text : undefined;
}

/** The range as API parameters: from the start of the first day to the end of the last one, or to the minute. */
export function timeFilters({ after, before }: TimeRange): TimeRange {
  return {
    after: after === undefined ? undefined : momentOf(after, 0),
    before: before === undefined ? undefined : momentOf(before, 1),
  };
}

/** The day `daysAgo` days before `today`, in the user's time zone. */
export function dayBefore(today: Date, daysAgo: number): string {
  return dayText(new Date(today.getFullYear(), today.getMonth(), today.getDate() - daysAgo));
}

/** Midnight in the user's time zone, also on days of 23 or 25 hours, or the minute itself. */
function momentOf(text: string, plusDays: number): string {
  const [year = 0, month = 1, date = 1, ...time] = text.split(/[-T:]/).map(Number);
  if (time.length > 0) return new Date(year, month - 1, date, ...time).toISOString();
  return new Date(year, month - 1, date + plusDays).toISOString();
}

/** A day, a minute, or a word such as today or 24h, as a day or minute; null for anything else. */
export function readTime(typed: string): string | null {
  const text = typed.toUpperCase();
  const hoursAgo = /^(\d{1,4})H$/.exec(text)?.[1];
  if (hoursAgo !== undefined) return minuteText(new Date(Date.now() - Number(hoursAgo) * 3_600_000));
  const daysAgo = /^(\d{1,4})D$/.exec(text)?.[1] ?? { TODAY: 0, YESTERDAY: 1 }[text];
  return daysAgo === undefined ? (timeOf(text) ?? null) : dayBefore(new Date(), Number(daysAgo));
}

function dayText(day: Date): string {
  return `${day.getFullYear()}-${pad(day.getMonth() + 1)}-${pad(day.getDate())}`;
}

/** A minute in the user's time zone, as in the address bar. */
export function minuteText(time: Date): string {
  return `${dayText(time)}T${pad(time.getHours())}:${pad(time.getMinutes())}`;
}

function pad(value: number): string {
  return String(value).padStart(2, "0");
}
