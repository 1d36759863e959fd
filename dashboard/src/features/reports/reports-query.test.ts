import { expect, test } from "vitest";
import type { ReceivedReport } from "../../api-types.ts";
import { formatQuery, parseQuery } from "../../query-text.ts";
import { apiFilters, hasFilters, knownValues, REPORT_KEYS, searchOf } from "./reports-query.ts";
import { reportsSearch } from "./reports-search.ts";

const read = (text: string) => parseQuery(text, REPORT_KEYS);

test.each([
  ["kind:tls google", { kind: "tls", search: "google" }],
  ["domain:shop.example reporter:Yahoo", { domain: "shop.example", reporter: "Yahoo" }],
  ['reporter:"Enterprise Outlook" after:2026-11-21', { reporter: "Enterprise Outlook", after: "2026-11-21" }],
])("%j is the same in the box and in the address bar", (text, search) => {
  expect(searchOf(read(text).values)).toEqual({ ...searchOf({}), ...search });
  expect(formatQuery(search, REPORT_KEYS)).toBe(text);
});

test.each(["kind:arf", "before:soon"])("%s has a hint and filters nothing", (text) => {
  expect(read(text)).toEqual({ values: {}, problems: [expect.stringContaining("Use ")] });
});

test("unknown or invalid parameters in the address bar are ignored", () => {
  const search = reportsSearch({
    kind: "arf",
    range: "24h",
    from: "2026-11-02",
    to: "2026-11-01",
    cursor: "",
  });
  const impossible = reportsSearch({ from: "2026-02-31", to: "2026-03-05", after: "2026-04-31" });
  for (const value of [...Object.values(search), ...Object.values(impossible)]) expect(value).toBeUndefined();
});

test("the range and the page are no filters, and the API gets only filters", () => {
  const place = { range: "7d", cursor: "abc" } as const;
  expect(hasFilters(place)).toBe(false);
  expect(apiFilters({ ...place, kind: "tls" })).toEqual({ kind: "tls" });
  expect(hasFilters({ ...place, kind: "tls" })).toBe(true);
});

test("domains and reporters are completed", () => {
  const reports = [{ reporter: "Yahoo" }, { reporter: "" }, { reporter: "Yahoo" }] as ReceivedReport[];
  const known = { domains: ["shop.example"], reports };
  expect(knownValues("domain", known)).toEqual(["shop.example"]);
  expect(knownValues("reporter", known)).toEqual(["Yahoo"]);
  expect(knownValues("kind", known)).toEqual(["dmarc", "tls"]);
  expect(knownValues("search", known)).toEqual([]);
});
