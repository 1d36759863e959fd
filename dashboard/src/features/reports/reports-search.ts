import type { ListReportsQuery } from "../../api.gen.ts";
import { timeOf } from "../../query-times.ts";
import { oneOf, textOf } from "../../search.ts";
import { type RangeSearch, rangeSearch } from "../insights/range-search.ts";

export const KINDS = ["dmarc", "tls"] as const satisfies readonly ListReportsQuery["kind"][];
/** Each report is about a whole day. */
export const REPORT_RANGES = ["7d", "30d", "90d"] as const;

/** The list's filters and page, in the address bar. Times are those of query-times.ts. */
type ListSearch = {
  /** Part of the domain, the reporter or the report id. */
  search?: string | undefined;
  domain?: string | undefined;
  kind?: ListReportsQuery["kind"] | undefined;
  reporter?: string | undefined;
  after?: string | undefined;
  before?: string | undefined;
  cursor?: string | undefined;
};

/** The range is that of the sums by domain. */
export type ReportsSearch = RangeSearch & ListSearch;

export function reportsSearch(search: Record<string, unknown>): ReportsSearch {
  return { ...rangeSearch(search, REPORT_RANGES), ...listSearch(search) };
}

export function listSearch(search: Record<string, unknown>): ListSearch {
  return {
    search: textOf(search.search),
    domain: textOf(search.domain),
    kind: oneOf(search.kind, KINDS),
    reporter: textOf(search.reporter),
    after: timeOf(search.after),
    before: timeOf(search.before),
    cursor: textOf(search.cursor),
  };
}
