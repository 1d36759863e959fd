import type { ListRequestsQuery } from "../../api.gen.ts";
import type { Query } from "../../api.ts";
import { timeFilters, timeOf } from "../../query-times.ts";
import { oneOf, textOf } from "../../search.ts";

export const STATUS_CLASSES = [
  "2xx",
  "3xx",
  "4xx",
  "5xx",
] as const satisfies readonly ListRequestsQuery["status"][];
export const METHODS = [
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
] as const satisfies readonly ListRequestsQuery["method"][];

/** The list's filters and page, in the address bar. Times are those of query-times.ts. */
export type RequestsSearch = {
  status?: ListRequestsQuery["status"] | undefined;
  method?: ListRequestsQuery["method"] | undefined;
  /** An API key's ID. */
  key?: string | undefined;
  /** Part of the path. */
  path?: string | undefined;
  /** Part of the path, a request ID or an error code. */
  search?: string | undefined;
  after?: string | undefined;
  before?: string | undefined;
  cursor?: string | undefined;
};

export function requestsSearch(search: Record<string, unknown>): RequestsSearch {
  const key = textOf(search.key);
  return {
    status: oneOf(search.status, STATUS_CLASSES),
    method: oneOf(search.method, METHODS),
    key: key !== undefined && /^[1-9]\d{0,8}$/.test(key) ? key : undefined,
    path: textOf(search.path),
    search: textOf(search.search),
    after: timeOf(search.after),
    before: timeOf(search.before),
    cursor: textOf(search.cursor),
  };
}

export function hasFilters({ cursor: _, ...filters }: RequestsSearch): boolean {
  return Object.values(filters).some((value) => value !== undefined);
}

/** The filters as API parameters. */
export function apiFilters({ cursor: _, key, ...filters }: RequestsSearch): Query {
  return { ...filters, key_id: key, ...timeFilters(filters) };
}
