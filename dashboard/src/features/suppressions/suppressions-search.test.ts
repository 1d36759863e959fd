import { expect, test, vi } from "vitest";
import { formatQuery, parseQuery } from "../../query-text.ts";
import { knownValues, SUPPRESSION_KEYS, searchOf } from "./suppressions-query.ts";
import { apiFilters, hasFilters, suppressionsSearch } from "./suppressions-search.ts";

const read = (text: string) => parseQuery(text, SUPPRESSION_KEYS);

test("unknown or invalid parameters are left out", () => {
  const search = suppressionsSearch({
    reason: "no reason",
    source: "import",
    after: "2026-13-45T99:00",
    before: "yesterday",
    other: "x",
  });
  expect(search).toEqual({ source: "import" });
  expect(hasFilters(search)).toBe(true);
  expect(hasFilters(suppressionsSearch({ cursor: "abc" }))).toBe(false);
});

test.each([
  [
    { after: "2026-11-22T10:00", before: "2026-11-22T11:30" },
    {
      after: new Date("2026-11-22T10:00").toISOString(),
      before: new Date("2026-11-22T11:30").toISOString(),
    },
  ],
  [
    { reply: "5.1.0", domain: "example.com", cursor: "abc" },
    { reply: "5.1.0", domain: "example.com" },
  ],
])("%j becomes the API parameters %j", (search, filters) => {
  expect(apiFilters(suppressionsSearch(search))).toEqual(filters);
});

test("links of earlier versions keep their times", () => {
  expect(suppressionsSearch({ from: "2026-11-22T10:00", to: "2026-11-22T11:30" })).toEqual({
    after: "2026-11-22T10:00",
    before: "2026-11-22T11:30",
  });
  vi.useFakeTimers({ now: new Date("2026-11-22T10:00") });
  expect(suppressionsSearch({ last: "24h", from: "2026-01-01T00:00" })).toEqual({
    after: "2026-11-21T10:00",
  });
  expect(suppressionsSearch({ last: "7d" })).toEqual({ after: "2026-11-15T10:00" });
  expect(suppressionsSearch({ last: "2d" })).toEqual({});
  vi.useRealTimers();
});

test.each([
  ["reason:complaint source:import ada", { reason: "complaint", source: "import", search: "ada" }],
  ['domain:shop.example reply:"Address rejected"', { domain: "shop.example", reply: "Address rejected" }],
  ["after:2026-11-22T10:00", { after: "2026-11-22T10:00" }],
])("%j is the same in the box and in the address bar", (text, search) => {
  expect(searchOf(read(text).values)).toEqual(search);
  expect(formatQuery(search, SUPPRESSION_KEYS)).toBe(text);
});

test.each(["reason:gone", "source:nobody", "reply:5", "reply:..."])(
  "%s has a hint and filters nothing",
  (text) => {
    expect(read(text)).toEqual({ values: {}, problems: [expect.stringContaining("Use ")] });
  },
);

test("reasons and sources are completed", () => {
  expect(knownValues("reason", [])).toContain("hard_bounce");
  expect(knownValues("source", [])).toContain("link");
  expect(knownValues("reply", [])).toEqual([]);
});
