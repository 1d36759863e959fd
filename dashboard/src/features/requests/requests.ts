import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { ListRequestsResponse } from "../../api.gen.ts";
import { api, withQuery } from "../../api.ts";
import { pollEvery } from "../../poll.ts";
import { apiFilters, type RequestsSearch } from "./requests-search.ts";

const POLL_MS = 2_000;

/** One page of the list. Only the first page updates live. */
export function requestsQuery(search: RequestsSearch) {
  const query = { ...apiFilters(search), cursor: search.cursor };
  return queryOptions({
    queryKey: ["requests", query],
    queryFn: ({ signal }) => api.get<ListRequestsResponse>(withQuery("/api/requests", query), signal),
    placeholderData: keepPreviousData,
    refetchInterval: search.cursor === undefined && pollEvery(POLL_MS),
  });
}

/** Counting reads up to 50,000 requests. */
const TOTAL_POLL_MS = 30_000;

/** The number of requests on all pages; it is loaded apart, so that the list does not wait for it. */
export function requestsTotalQuery(search: RequestsSearch) {
  const query = { ...apiFilters(search), include: "total", limit: 1 };
  return queryOptions({
    queryKey: ["requests", "total", query],
    queryFn: async ({ signal }) => {
      const { pagination } = await api.get<ListRequestsResponse>(withQuery("/api/requests", query), signal);
      return { total: pagination.total, total_is_exact: pagination.total_is_exact };
    },
    refetchInterval: pollEvery(TOTAL_POLL_MS),
  });
}

export function exportPath(search: RequestsSearch): string {
  return withQuery("/api/requests/export", apiFilters(search));
}
