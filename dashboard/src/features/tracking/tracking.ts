import { queryOptions } from "@tanstack/react-query";
import type {
  ChangeDomainTrackingBody,
  ChangeTrackingBody,
  GetDomainTrackingResponse,
  GetTrackingResponse,
} from "../../api.gen.ts";
import { api } from "../../api.ts";

export type TrackingSettings = GetTrackingResponse;
export type DomainTracking = GetDomainTrackingResponse;

/** How often to poll while a host is not verified: the user is probably watching. */
const PENDING_POLL_MS = 10_000;

export const trackingQuery = queryOptions({
  queryKey: ["tracking"],
  queryFn: ({ signal }) => api.get<TrackingSettings>("/api/tracking", signal),
});

const pathOf = (domain: string) => `/api/domains/${encodeURIComponent(domain)}/tracking`;

export function domainTrackingQuery(domain: string) {
  return queryOptions({
    queryKey: ["tracking", "domain", domain],
    queryFn: ({ signal }) => api.get<DomainTracking>(pathOf(domain), signal),
    refetchInterval: ({ state }) =>
      state.data?.host_status === "pending" || state.data?.host_status === "broken" ? PENDING_POLL_MS : false,
  });
}

export function changeTracking(change: ChangeTrackingBody): Promise<TrackingSettings> {
  return api.patch("/api/tracking", change);
}

export function changeDomainTracking(
  domain: string,
  change: ChangeDomainTrackingBody,
): Promise<DomainTracking> {
  return api.patch(pathOf(domain), change);
}

export function checkTrackingHost(domain: string): Promise<DomainTracking> {
  return api.post(`${pathOf(domain)}/check`, undefined);
}
