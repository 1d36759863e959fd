import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, type Pagination, withQuery } from "../../api.ts";
import { apiFilters, type RequestsSearch } from "./requests-search.ts";

/** What a program asked of the API. Bodies are never kept. */
export interface ApiRequest {
  id: string;
  created_at: string;
  method: string;
  /** With the names of its query; values only where they cannot be secret. */
  path: string;
  status: number;
  ms: number;
  key_id: number | null;
  request_id: string;
  error: { code: string; message: string } | null;
  network: string;
}

const pollMs = 2_000;

/** One page of the list. The first one follows what happens; later ones lie still while they are read. */
export function requestsQuery(search: RequestsSearch) {
  const query = apiFilters(search);
  return queryOptions({
    queryKey: ["requests", query],
    queryFn: ({ signal }) =>
      api.get<{ requests: ApiRequest[]; pagination: Pagination }>(withQuery("/api/requests", query), signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      search.cursor === undefined && state.data !== undefined ? pollMs : false,
  });
}
