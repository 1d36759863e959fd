import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { ListRequestsResponse } from "../../api.gen.ts";
import { api, withQuery } from "../../api.ts";
import { apiFilters, type RequestsSearch } from "./requests-search.ts";

const POLL_MS = 2_000;

/** One page of the list. Only the first page updates live. */
export function requestsQuery(search: RequestsSearch) {
  const query = apiFilters(search);
  return queryOptions({
    queryKey: ["requests", query],
    queryFn: ({ signal }) => api.get<ListRequestsResponse>(withQuery("/api/requests", query), signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      search.cursor === undefined && state.data !== undefined ? POLL_MS : false,
  });
}
