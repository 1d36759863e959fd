import type { Query } from "../../api.ts";
import type { Reason, SourceType } from "../../api-types.ts";
import { readTime, type TimeRange, timeFilters, timeOf } from "../../query-times.ts";
import { oneOf, textOf } from "../../search.ts";
import { REASONS, SOURCE_TYPES } from "./suppression.ts";

/** The list's filters and page, in the address bar. Times are those of query-times.ts. */
export type SuppressionsSearch = {
  search?: string | undefined;
  reason?: Reason | undefined;
  source?: SourceType | undefined;
  domain?: string | undefined;
  /** An enhanced status code, or part of the reply's text or host. */
  reply?: string | undefined;
  after?: string | undefined;
  before?: string | undefined;
  cursor?: string | undefined;
};

export function suppressionsSearch(search: Record<string, unknown>): SuppressionsSearch {
  return {
    search: textOf(search.search),
    reason: oneOf(search.reason, REASONS),
    source: oneOf(search.source, SOURCE_TYPES),
    domain: textOf(search.domain),
    reply: textOf(search.reply),
    ...timesOf(search),
    cursor: textOf(search.cursor),
  };
}

/** Ranges up to now in links of before 0.1.0. */
const FORMER_RANGES: Record<string, string> = { "1h": "1h", "24h": "24h", "7d": "168h", "30d": "720h" };

/** Links of before 0.1.0 have `last`, or `from` and `to`. */
function timesOf(search: Record<string, unknown>): TimeRange {
  const range = FORMER_RANGES[textOf(search.last) ?? ""];
  if (range !== undefined) return { after: readTime(range) ?? undefined };
  return {
    after: timeOf(search.after) ?? timeOf(search.from),
    before: timeOf(search.before) ?? timeOf(search.to),
  };
}

export function hasFilters(search: SuppressionsSearch): boolean {
  const { cursor: _, ...filters } = search;
  return Object.values(filters).some((value) => value !== undefined);
}

/** The filters as API parameters. */
export function apiFilters({ cursor: _, ...filters }: SuppressionsSearch): Query {
  return { ...filters, ...timeFilters(filters) };
}
