import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { ChangeDomainBody, ListDomainEventsResponse, ListDomainsResponse } from "../../api.gen.ts";
import { api, withQuery } from "../../api.ts";
import type { DnsHost, DomainDetail, DomainInput } from "../../api-types.ts";
import { apiFilters, type DomainsSearch } from "./domains-search.ts";

// Rows of a page, about two screens. Fewer rows need more paging; with more, searching is faster than scrolling.
const PAGE_SIZE = 25;
/** How often to poll while a domain is pending: the user is probably watching. */
const PENDING_POLL_MS = 20_000;

/** Changes invalidate all queries under this prefix. Queries that ask the DNS are slow, so they have keys of their own. */
export const DOMAINS_KEY = ["domains"];

const pathOf = (name: string) => `/api/domains/${encodeURIComponent(name)}`;
export const zoneFilePath = (name: string) => `${pathOf(name)}/zone-file`;

export function domainsQuery(search: DomainsSearch) {
  const query = { ...apiFilters(search), cursor: search.cursor, limit: PAGE_SIZE };
  return queryOptions({
    queryKey: [...DOMAINS_KEY, "list", query],
    queryFn: ({ signal }) => api.get<ListDomainsResponse>(withQuery("/api/domains", query), signal),
    placeholderData: keepPreviousData,
  });
}

export function exportPath(search: DomainsSearch): string {
  return withQuery("/api/domains/export", apiFilters(search));
}

export function domainQuery(name: string) {
  return queryOptions({
    queryKey: [...DOMAINS_KEY, "one", name],
    queryFn: ({ signal }) => api.get<DomainDetail>(pathOf(name), signal),
    refetchInterval: ({ state }) => (state.data?.status === "pending" ? PENDING_POLL_MS : false),
  });
}

/** Where the domain's records are edited. Moving a zone takes days. */
export function dnsHostQuery(name: string) {
  return queryOptions({
    queryKey: ["dns-host", name],
    queryFn: ({ signal }) => api.get<DnsHost>(`${pathOf(name)}/dns-host`, signal),
    staleTime: 600_000,
  });
}

/** The key has `checkedAt`, so each check reloads the events. */
export function domainEventsQuery(name: string, checkedAt: string | null) {
  return queryOptions({
    queryKey: [...DOMAINS_KEY, "events", name, checkedAt],
    queryFn: ({ signal }) =>
      api.get<ListDomainEventsResponse>(withQuery(`${pathOf(name)}/events`, { limit: 10 }), signal),
    placeholderData: keepPreviousData,
  });
}

export function addDomain(input: DomainInput): Promise<DomainDetail> {
  return api.post("/api/domains", input);
}

export function changeDomain(name: string, change: ChangeDomainBody): Promise<DomainDetail> {
  return api.patch(pathOf(name), change);
}

export function checkDomain(name: string): Promise<DomainDetail> {
  return api.post(`${pathOf(name)}/check`, undefined);
}

export function rotateKeys(name: string): Promise<DomainDetail> {
  return api.post(`${pathOf(name)}/rotate`, undefined);
}

export function removeDomain(name: string): Promise<void> {
  return api.delete(pathOf(name));
}
