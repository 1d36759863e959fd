import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, type Pagination, withQuery } from "../../api.ts";

export interface DomainSummary {
  name: string;
  status: "pending" | "verified" | "degraded" | "lost";
  lost_because: "proof_missing" | "proven_by_another_account" | null;
  verified_by: "dns" | "operator" | null;
  verified_at: string | null;
  /** The DKIM signatures that mail from it carries. */
  signs: ("rsa" | "ed25519")[];
  records_ok: number;
  records_total: number;
  warnings: string[];
  created_at: string;
  checked_at: string | null;
  next_check_at: string;
}

export interface DomainRecord {
  id: string;
  purpose:
    | "ownership"
    | "dkim_active"
    | "dkim_waiting"
    | "dkim_retired"
    | "return_path"
    | "spf"
    | "dmarc"
    | "tls_reports"
    | "tracking";
  type: "TXT" | "MX" | "CNAME";
  name: string;
  value: string;
  need: "required" | "recommended" | "optional";
  meaning: string;
  status: "pending" | "ok" | "wrong" | "missing";
  found: string[];
  problem: string | null;
}

export interface DomainDetail extends DomainSummary {
  return_path: string;
  tracking_host: string | null;
  rotate_every_days: number | null;
  rotated_at: string | null;
  /** By themselves; past: it waits. */
  rotation_due_at: string | null;
  /** Why the keys cannot be rotated now; null: they can. */
  rotation_blocked_by: string | null;
  records: DomainRecord[];
}

export interface DomainEvent {
  id: string;
  created_at: string;
  type: string;
  detail: Record<string, unknown>;
}

export interface DomainInput {
  name: string;
  return_path?: string;
  tracking_host?: string;
}

// Two screens full: fewer means paging for nothing, more means scrolling past what the search finds faster.
const pageSize = 25;
/** While it waits for its records, somebody waits in front of it. */
const lookAgainMs = 20_000;

/** The first word of every domain query's key: what a change invalidates. */
export const domainsKey = ["domains"];

const pathOf = (name: string) => `/api/domains/${encodeURIComponent(name)}`;
export const zoneFilePath = (name: string) => `${pathOf(name)}/zone-file`;

export function domainsQuery(filters: { search?: string | undefined; cursor?: string | undefined }) {
  return queryOptions({
    queryKey: [...domainsKey, "list", filters],
    queryFn: ({ signal }) =>
      api.get<{ domains: DomainSummary[]; pagination: Pagination }>(
        withQuery("/api/domains", { limit: pageSize, ...filters }),
        signal,
      ),
    placeholderData: keepPreviousData,
  });
}

export function domainQuery(name: string) {
  return queryOptions({
    queryKey: [...domainsKey, "one", name],
    queryFn: ({ signal }) => api.get<DomainDetail>(pathOf(name), signal),
    refetchInterval: ({ state }) => (state.data?.status === "pending" ? lookAgainMs : false),
  });
}

/** After each check they are asked for anew. */
export function domainEventsQuery(name: string, checkedAt: string | null) {
  return queryOptions({
    queryKey: [...domainsKey, "events", name, checkedAt],
    queryFn: ({ signal }) =>
      api.get<{ events: DomainEvent[]; pagination: Pagination }>(
        withQuery(`${pathOf(name)}/events`, { limit: 10 }),
        signal,
      ),
    placeholderData: keepPreviousData,
  });
}

export function addDomain(input: DomainInput): Promise<DomainDetail> {
  return api.post("/api/domains", input);
}

export function changeDomain(
  name: string,
  change: { rotate_every_days: number | null },
): Promise<DomainDetail> {
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
