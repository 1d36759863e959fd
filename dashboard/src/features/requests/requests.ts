import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { ListRequestsResponse } from "../../api.gen.ts";
import { api, withQuery } from "../../api.ts";
import { pollEvery } from "../../poll.ts";
import { totalQuery } from "../../total-query.ts";
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

export function requestsTotalQuery(search: RequestsSearch) {
  return totalQuery(["requests"], "/api/requests", apiFilters(search));
}

export function exportPath(search: RequestsSearch): string {
  return withQuery("/api/requests/export", apiFilters(search));
}
