import { expect, test } from "vitest";
import { formatQuery, parseQuery } from "./query-text.ts";
import { dayBefore, knownTimes, TIME_KEYS, timeFilters, timeOf } from "./query-times.ts";

const read = (text: string) => parseQuery(text, TIME_KEYS);

test("a range of days begins at the first midnight and ends after the last day", () => {
  expect(timeFilters({ after: "2026-11-21", before: "2026-11-21" })).toEqual({
    after: new Date(2026, 10, 21).toISOString(),
    before: new Date(2026, 10, 22).toISOString(),
  });
  expect(timeFilters({})).toEqual({ after: undefined, before: undefined });
});

test("minutes are exact, because a bad import is over in minutes", () => {
  expect(timeFilters({ after: "2026-11-22T10:00", before: "2026-11-22T11:30" })).toEqual({
    after: new Date("2026-11-22T10:00").toISOString(),
    before: new Date("2026-11-22T11:30").toISOString(),
  });
});

test.each(["after:2026-11-21", "after:2026-11-22T10:00 before:2026-11-23"])(
  "%s is the same in the box and in the address bar",
  (text) => {
    expect(formatQuery(read(text).values, TIME_KEYS)).toBe(text);
  },
);

test("times may be relative", () => {
  expect(read("after:7d before:Yesterday").values).toEqual({
    after: dayBefore(new Date(), 7),
    before: dayBefore(new Date(), 1),
  });
  const { after } = timeFilters({ after: read("after:24h").values.after });
  expect(Date.now() - Date.parse(after ?? "")).toBeGreaterThanOrEqual(24 * 3_600_000);
  expect(Date.now() - Date.parse(after ?? "")).toBeLessThan(24 * 3_600_000 + 61_000);
});

test.each([
  "after:soon",
  "after:2026-13-45",
  "after:2026-02-31",
  "before:2026-11-21T25:00",
  "before:2026-11-21T08:60",
])("%s has a hint and filters nothing", (text) => {
  expect(read(text)).toEqual({ values: {}, problems: [expect.stringContaining("Use a day such as")] });
});

test("only days and minutes survive the address bar, and all completions are such", () => {
  expect(timeOf("2026-11-21T08:30")).toBe("2026-11-21T08:30");
  for (const wrong of [
    "yesterday",
    "",
    "2026-13-45",
    "2026-02-29",
    "0999-12-31",
    "3000-01-01",
    "2026-11-21T08:30:00",
    7,
  ])
    expect(timeOf(wrong)).toBeUndefined();
  for (const right of ["2028-02-29", "1000-01-01", "2999-12-31"]) expect(timeOf(right)).toBe(right);
  expect(knownTimes().map(timeOf)).toEqual(knownTimes());
});

test("days before today cross months and years", () => {
  expect(dayBefore(new Date(2026, 0, 3, 23, 59), 6)).toBe("2025-12-28");
  expect(dayBefore(new Date(2026, 10, 21), 0)).toBe("2026-11-21");
});
