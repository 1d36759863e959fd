import type { ListRequestsQuery } from "../../api.gen.ts";
import type { Query } from "../../api.ts";
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

/** The list's filters, in the address bar. */
export type RequestsSearch = {
  status?: ListRequestsQuery["status"] | undefined;
  method?: ListRequestsQuery["method"] | undefined;
  /** An API key's ID. */
  key?: string | undefined;
  /** Part of a path, a request ID or an error code. */
  search?: string | undefined;
  cursor?: string | undefined;
};

export function requestsSearch(search: Record<string, unknown>): RequestsSearch {
  const key = textOf(search.key);
  return {
    status: oneOf(search.status, STATUS_CLASSES),
    method: oneOf(search.method, METHODS),
    key: key !== undefined && /^[1-9]\d{0,8}$/.test(key) ? key : undefined,
    search: textOf(search.search),
    cursor: textOf(search.cursor),
  };
}

export function hasFilters({ status, method, key, search }: RequestsSearch): boolean {
  return Boolean(status ?? method ?? key ?? search);
}

export function apiFilters({ status, method, key, search, cursor }: RequestsSearch): Query {
  return { status, method, key_id: key, search, cursor };
}
