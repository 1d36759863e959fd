import { expect, test } from "vitest";
import { apiFilters } from "../emails/emails-search.ts";
import { dayOf, rangesOf } from "./range.ts";

const now = new Date(2026, 10, 25, 14, 37);

test("the list has the emails of the last 24 hours, and not of two days", () => {
  const { shown, listed } = rangesOf({ range: "24h" }, now);
  expect(shown.from).toBe(new Date(2026, 10, 24, 15).toISOString());
  expect(apiFilters(listed)).toMatchObject({ after: shown.from, before: undefined });
});

test.each([
  ["7d" as const, 7],
  ["30d" as const, 30],
  ["90d" as const, 90],
])("the list has the emails of the same %s days as the page", (range, days) => {
  const { shown, listed } = rangesOf({ range }, now);
  expect(shown.from).toBe(dayOf(new Date(2026, 10, 25 - days + 1)));
  expect(apiFilters(listed)).toMatchObject({
    after: new Date(2026, 10, 25 - days + 1).toISOString(),
    before: undefined,
  });
});

test("the list has the emails of custom days, the last one included", () => {
  const { shown, listed } = rangesOf({ from: "2026-11-01", to: "2026-11-03" }, now);
  expect(shown).toMatchObject({ from: "2026-11-01", to: "2026-11-04" });
  expect(apiFilters(listed)).toMatchObject({
    after: new Date(2026, 10, 1).toISOString(),
    before: new Date(2026, 10, 4).toISOString(),
  });
});
