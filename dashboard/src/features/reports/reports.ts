import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { ListReportedDomainsResponse, ListReportsResponse } from "../../api.gen.ts";
import { api, withQuery } from "../../api.ts";
import { apiFilters } from "./reports-query.ts";
import type { ReportsSearch } from "./reports-search.ts";

// As in the contacts list.
const PAGE_SIZE = 25;

/** The sums of each domain. Both days are included. */
export function reportedDomainsQuery(days: { from: string; to: string }) {
  return queryOptions({
    queryKey: ["reports", "domains", days],
    queryFn: ({ signal }) =>
      api.get<ListReportedDomainsResponse>(withQuery("/api/reports/domains", days), signal),
    placeholderData: keepPreviousData,
  });
}

export function reportsQuery(search: ReportsSearch) {
  const query = { ...apiFilters(search), cursor: search.cursor, limit: PAGE_SIZE };
  return queryOptions({
    queryKey: ["reports", "list", query],
    queryFn: ({ signal }) => api.get<ListReportsResponse>(withQuery("/api/reports", query), signal),
    placeholderData: keepPreviousData,
  });
}

/** The number of reports on all pages; it is loaded separately, so that the list does not wait for it. */
export function reportsTotalQuery(search: ReportsSearch) {
  const query = { ...apiFilters(search), include: "total", limit: 1 };
  return queryOptions({
    queryKey: ["reports", "total", query],
    queryFn: async ({ signal }) => {
      const { pagination } = await api.get<ListReportsResponse>(withQuery("/api/reports", query), signal);
      return { total: pagination.total, total_is_exact: pagination.total_is_exact };
    },
  });
}

export function exportPath(search: ReportsSearch): string {
  return withQuery("/api/reports/export", apiFilters(search));
}
