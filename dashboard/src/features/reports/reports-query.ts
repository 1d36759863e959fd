import type { Query } from "../../api.ts";
import type { ReceivedReport } from "../../api-types.ts";
import type { QueryKey, QueryValues } from "../../query-text.ts";
import { knownTimes, TIME_KEYS, timeFilters } from "../../query-times.ts";
import { oneOf } from "../../search.ts";
import { KINDS, listSearch, type ReportsSearch } from "./reports-search.ts";

/** The filters of the search box. The address bar uses the same names. */
export const REPORT_KEYS: readonly QueryKey[] = [
  { name: "domain", hint: "The whole domain" },
  {
    name: "kind",
    hint: "dmarc or tls",
    read: (text) => oneOf(text.toLowerCase(), KINDS) ?? null,
    form: `Use ${KINDS.join(" or ")}.`,
  },
  { name: "reporter", hint: "Part of the reporter's name" },
  ...TIME_KEYS,
];

/** Every filter of the list, without the range. Filters that the box does not contain are undefined. */
export function searchOf(values: QueryValues) {
  const { cursor: _, ...search } = listSearch(values);
  return search;
}

export function hasFilters(search: ReportsSearch): boolean {
  return Object.values(searchOf(search)).some((value) => value !== undefined);
}

/** The filters as API parameters. */
export function apiFilters(search: ReportsSearch): Query {
  const filters = searchOf(search);
  return { ...filters, ...timeFilters(filters) };
}

type Known = { domains: readonly string[]; reports: readonly ReceivedReport[] };

/** Values to complete, among them the reporters on screen. */
export function knownValues(key: string, { domains, reports }: Known): readonly string[] {
  if (key === "kind") return KINDS;
  if (key === "after" || key === "before") return knownTimes();
  if (key === "domain") return domains;
  return key === "reporter" ? [...new Set(reports.map(({ reporter }) => reporter))].filter(Boolean) : [];
}
