import { type QueryKey, queryOptions } from "@tanstack/react-query";
import { api, type Query, withQuery } from "./api.ts";
import { pollEvery } from "./poll.ts";

/** Counting 10,000 rows takes tens of milliseconds. */
const POLL_MS = 30_000;

type Counted = { pagination: { total?: number; total_is_exact?: boolean } };

/** The number of rows on all pages of a list; it is loaded separately, so that the list does not wait for it. `key`: of the list's queries. */
export function totalQuery(key: QueryKey, path: string, filters: Query) {
  const query = { ...filters, include: "total", limit: 1 };
  return queryOptions({
    queryKey: [...key, "total", query],
    queryFn: async ({ signal }) => {
      const { pagination } = await api.get<Counted>(withQuery(path, query), signal);
      return { total: pagination.total, total_is_exact: pagination.total_is_exact };
    },
    refetchInterval: pollEvery(POLL_MS),
  });
}
