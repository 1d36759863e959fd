import type { Query } from "../../api.ts";
import type { Reason, SourceType } from "../../api-types.ts";
import { timeFilters, timeOf } from "../../query-times.ts";
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
    after: timeOf(search.after),
    before: timeOf(search.before),
    cursor: textOf(search.cursor),
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
