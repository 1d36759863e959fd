import { minuteText, type TimeRange } from "../../query-times.ts";
import { DEFAULT_RANGE, type RangeSearch } from "./range-search.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** With more periods, each would be thinner than a line on a phone. */
const MAX_DAYS_AS_DAYS = 120;

/** A range as parameters of the API. `to` is not included; absent: now. */
export type Range = {
  from: string;
  to?: string;
  granularity: "hour" | "day" | "week";
};

export type Ranges = {
  shown: Range;
  /** The same length just before. */
  before: Range & { to: string };
  /** "the 30 days before" */
  beforeName: string;
  /** The first and the last day, as in the address bar. */
  days: { from: string; to: string };
  /** The emails of `shown`, as filters of their list. */
  listed: TimeRange;
};

/** The range of the page and the one before it. Days are those of the user's time zone. */
export function rangesOf(search: RangeSearch, now: Date): Ranges {
  if (search.from !== undefined && search.to !== undefined) return customRanges(search.from, search.to);
  const name = search.range ?? DEFAULT_RANGE;
  if (name === "24h") return lastDay(now);
  const days = Number.parseInt(name, 10);
  const from = addDays(dayOf(now), 1 - days);
  return {
    shown: { from, granularity: "day" },
    // Until the same time of the day, because today is not over.
    before: {
      from: addDays(from, -days),
      to: new Date(now.getTime() - days * DAY_MS).toISOString(),
      granularity: "day",
    },
    beforeName: `the ${days} days before`,
    days: { from, to: dayOf(now) },
    listed: { after: from },
  };
}

function lastDay(now: Date): Ranges {
  const from = Math.floor(now.getTime() / HOUR_MS - 23) * HOUR_MS;
  const before = new Date(from - DAY_MS);
  return {
    shown: { from: new Date(from).toISOString(), granularity: "hour" },
    before: {
      from: before.toISOString(),
      to: new Date(now.getTime() - DAY_MS).toISOString(),
      granularity: "hour",
    },
    beforeName: "the 24 hours before",
    days: { from: dayOf(new Date(from)), to: dayOf(now) },
    listed: { after: minuteText(new Date(from)) },
  };
}

function customRanges(from: string, to: string): Ranges {
  const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  const granularity = days <= 2 ? "hour" : days <= MAX_DAYS_AS_DAYS ? "day" : "week";
  return {
    shown: { from, to: addDays(to, 1), granularity },
    before: { from: addDays(from, -days), to: from, granularity },
    beforeName: days === 1 ? "the day before" : `the ${days} days before`,
    days: { from, to },
    listed: { after: from, before: to },
  };
}

/** Calendar days; noon, so that a day of 23 or 25 hours stays one day. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The day in the user's time zone. */
export function dayOf(time: Date): string {
  const pad = (value: number) => String(value).padStart(2, "0");
  return `${time.getFullYear()}-${pad(time.getMonth() + 1)}-${pad(time.getDate())}`;
}

/** The time zone of the browser. */
export function timeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
}

const day = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", timeZone: "UTC" });
const weekday = new Intl.DateTimeFormat("en", {
  weekday: "short",
  day: "numeric",
  month: "short",
  timeZone: "UTC",
});

/** A period's name: its clock is that of the range's time zone. "21 Nov", "Fri, 21 Nov", "14:00". */
export function periodName(
  period: string,
  granularity: Range["granularity"],
  length: "short" | "long",
): string {
  const local = new Date(`${period.slice(0, 19)}Z`);
  if (granularity === "hour") {
    const time = period.slice(11, 16);
    return length === "short" ? time : `${weekday.format(local)}, ${time}`;
  }
  const name = (length === "short" ? day : weekday).format(local);
  return granularity === "week" && length === "long" ? `Week of ${day.format(local)}` : name;
}
