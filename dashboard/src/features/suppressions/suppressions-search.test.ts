import { expect, test } from "vitest";
import { apiFilters, hasFilters, suppressionsSearch } from "./suppressions-search.ts";

const now = new Date("2026-11-22T20:00:00.000Z");

test("unknown or invalid parameters are left out", () => {
  const search = suppressionsSearch({
    reason: "no reason",
    source: "import",
    from: "2026-13-45T99:00",
    to: "yesterday",
    last: "1y",
    other: "x",
  });
  expect(search).toEqual({ source: "import" });
  expect(hasFilters(search)).toBe(true);
  expect(hasFilters(suppressionsSearch({ cursor: "abc" }))).toBe(false);
});

test.each([
  [{ last: "1h" }, { after: "2026-11-22T19:00:00.000Z" }],
  [{ last: "7d", to: "2026-11-22T10:00" }, { after: "2026-11-15T20:00:00.000Z" }],
  [
    { from: "2026-11-22T10:00", to: "2026-11-22T11:30" },
    {
      after: new Date("2026-11-22T10:00").toISOString(),
      before: new Date("2026-11-22T11:30").toISOString(),
    },
  ],
  [
    { reply: "5.1.0", domain: "example.com" },
    { reply: "5.1.0", domain: "example.com" },
  ],
])("%j becomes the API parameters %j", (search, filters) => {
  expect(apiFilters(suppressionsSearch(search), now)).toEqual(filters);
});
