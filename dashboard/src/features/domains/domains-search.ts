import type { Query } from "../../api.ts";
import type { DomainSummary } from "../../api-types.ts";
import { someOf, textOf } from "../../search.ts";

/** The list's filters and page, in the address bar. */
export type DomainsSearch = {
  /** Part of the name. */
  search?: string | undefined;
  /** One or several, separated by commas. */
  status?: string | undefined;
  cursor?: string | undefined;
};

export const DOMAIN_STATUSES: readonly DomainSummary["status"][] = [
  "pending",
  "verified",
  "degraded",
  "lost",
];

export function domainsSearch(search: Record<string, unknown>): DomainsSearch {
  return {
    search: textOf(search.search),
    status: someOf(search.status, DOMAIN_STATUSES),
    cursor: textOf(search.cursor),
  };
}

export function hasFilters({ search, status }: DomainsSearch): boolean {
  return search !== undefined || status !== undefined;
}

/** The filters as API parameters. */
export function apiFilters({ search, status }: DomainsSearch): Query {
  return { search, status };
}
