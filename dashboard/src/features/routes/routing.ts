import { queryOptions } from "@tanstack/react-query";
import { api } from "../../api.ts";

/** Whose relays and rules: the account's, or those of the instance, which come after every account's. */
export const owners = ["account", "instance"] as const;
export type Owner = (typeof owners)[number];

export interface Relay {
  id: string;
  name: string;
  kind: "smtp" | "ses";
  /** Without its password. */
  url: string;
  has_password: boolean;
  weight: number;
  rate_per_second: number | null;
  max_connections: number;
  enabled: boolean;
  health: {
    state: "unused" | "works" | "unreachable" | "auth_failed";
    failures: number;
    retry_at: string | null;
    last_error: string | null;
    last_error_at: string | null;
    last_success_at: string | null;
  };
}

export interface RelayInput {
  name: string;
  url: string;
  password?: string | null;
  weight: number;
  rate_per_second: number | null;
  max_connections: number;
}

export interface RelayTest {
  ok: boolean;
  step: string | null;
  message: string;
  transcript: string | null;
}

export interface RuleMatch {
  from_domain: string | null;
  tag: { name: string; value: string | null } | null;
  stream: "transactional" | "bulk" | null;
  recipient_domain: string | null;
  account_id: string | null;
}

export interface RuleInput {
  name: string;
  match: RuleMatch;
  action: "direct" | "relay" | "hold";
  relay_ids: string[];
  spread: "order" | "weight";
  pool_id: string | null;
}

export interface Rule extends RuleInput {
  id: string;
  position: number;
  enabled: boolean;
  /** What it does, as it stands with emails. */
  summary: string;
}

export interface Pool {
  id: string;
  name: string;
  sources: { address: string; helo_name: string; started_on: string | null }[];
}

export type PoolInput = Omit<Pool, "id">;

// Health changes by itself, and somebody may be watching it.
const watchMs = 5_000;

const pathOf = (owner: Owner) => (owner === "instance" ? "/api/instance" : "/api");

/** What every change invalidates: rules name relays and pools. */
export const routingKey = ["routing"];

export function relaysQuery(owner: Owner) {
  return queryOptions({
    queryKey: [...routingKey, "relays", owner],
    queryFn: ({ signal }) => api.get<{ relays: Relay[] }>(`${pathOf(owner)}/relays`, signal),
    // What never came is for who presses “Try again”: asking by itself would put the skeleton back over the error.
    refetchInterval: ({ state }) => (state.data === undefined ? false : watchMs),
  });
}

export function rulesQuery(owner: Owner) {
  return queryOptions({
    queryKey: [...routingKey, "rules", owner],
    queryFn: ({ signal }) =>
      api.get<{ rules: Rule[]; otherwise: string }>(`${pathOf(owner)}/routing-rules`, signal),
  });
}

export const poolsQuery = queryOptions({
  queryKey: [...routingKey, "pools"],
  queryFn: ({ signal }) => api.get<{ pools: Pool[] }>("/api/pools", signal),
});

/** A new one where there is no id. */
export function saveRelay(owner: Owner, id: string | null, input: RelayInput): Promise<Relay> {
  const path = `${pathOf(owner)}/relays`;
  return id === null ? api.post(path, input) : api.patch(`${path}/${id}`, input);
}

export function switchRelay(owner: Owner, id: string, enabled: boolean): Promise<Relay> {
  return api.patch(`${pathOf(owner)}/relays/${id}`, { enabled });
}

export function removeRelay(owner: Owner, id: string): Promise<void> {
  return api.delete(`${pathOf(owner)}/relays/${id}`);
}

export function testRelay(owner: Owner, id: string): Promise<RelayTest> {
  return api.post(`${pathOf(owner)}/relays/${id}/test`, undefined);
}

export function saveRule(owner: Owner, id: string | null, input: RuleInput): Promise<Rule> {
  const path = `${pathOf(owner)}/routing-rules`;
  return id === null ? api.post(path, input) : api.patch(`${path}/${id}`, input);
}

export function changeRule(
  owner: Owner,
  id: string,
  change: { position?: number; enabled?: boolean },
): Promise<Rule> {
  return api.patch(`${pathOf(owner)}/routing-rules/${id}`, change);
}

export function removeRule(owner: Owner, id: string): Promise<void> {
  return api.delete(`${pathOf(owner)}/routing-rules/${id}`);
}

export function savePool(id: string | null, input: PoolInput): Promise<Pool> {
  return id === null ? api.post("/api/pools", input) : api.patch(`/api/pools/${id}`, input);
}

export function removePool(id: string): Promise<void> {
  return api.delete(`/api/pools/${id}`);
}
