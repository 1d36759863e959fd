import { queryOptions } from "@tanstack/react-query";
import type {
  ChangePoolBody,
  ChangeRelayBody,
  ChangeRoutingRuleBody,
  ListPoolsResponse,
  ListRelaysResponse,
  ListRoutingRulesResponse,
} from "../../api.gen.ts";
import { api } from "../../api.ts";
import type { Pool, PoolInput, Relay, RelayInput, RelayTest, Rule, RuleInput } from "../../api-types.ts";
import { pollEvery } from "../../poll.ts";

/** Relays and rules belong to the account or to the instance. The instance's rules run after the account's. */
export const OWNERS = ["account", "instance"] as const;
export type Owner = (typeof OWNERS)[number];

// Relay health changes while the page is open.
const WATCH_MS = 5_000;

const pathOf = (owner: Owner) => (owner === "instance" ? "/api/instance" : "/api");

/** Every change invalidates all: rules refer to relays and pools. */
export const ROUTING_KEY = ["routing"];

export function relaysQuery(owner: Owner) {
  return queryOptions({
    queryKey: [...ROUTING_KEY, "relays", owner],
    queryFn: ({ signal }) => api.get<ListRelaysResponse>(`${pathOf(owner)}/relays`, signal),
    refetchInterval: pollEvery(WATCH_MS),
  });
}

export function rulesQuery(owner: Owner) {
  return queryOptions({
    queryKey: [...ROUTING_KEY, "rules", owner],
    queryFn: ({ signal }) => api.get<ListRoutingRulesResponse>(`${pathOf(owner)}/routing-rules`, signal),
  });
}

export const poolsQuery = queryOptions({
  queryKey: [...ROUTING_KEY, "pools"],
  queryFn: ({ signal }) => api.get<ListPoolsResponse>("/api/pools", signal),
});

export function addRelay(owner: Owner, input: RelayInput): Promise<Relay> {
  return api.post(`${pathOf(owner)}/relays`, input);
}

export function changeRelay(owner: Owner, id: string, change: ChangeRelayBody): Promise<Relay> {
  return api.patch(`${pathOf(owner)}/relays/${id}`, change);
}

export function removeRelay(owner: Owner, id: string): Promise<void> {
  return api.delete(`${pathOf(owner)}/relays/${id}`);
}

export function testRelay(owner: Owner, id: string): Promise<RelayTest> {
  return api.post(`${pathOf(owner)}/relays/${id}/test`, undefined);
}

export function addRule(owner: Owner, input: RuleInput): Promise<Rule> {
  return api.post(`${pathOf(owner)}/routing-rules`, input);
}

export function changeRule(owner: Owner, id: string, change: ChangeRoutingRuleBody): Promise<Rule> {
  return api.patch(`${pathOf(owner)}/routing-rules/${id}`, change);
}

export function removeRule(owner: Owner, id: string): Promise<void> {
  return api.delete(`${pathOf(owner)}/routing-rules/${id}`);
}

export function addPool(input: PoolInput): Promise<Pool> {
  return api.post("/api/pools", input);
}

export function changePool(id: string, change: ChangePoolBody): Promise<Pool> {
  return api.patch(`/api/pools/${id}`, change);
}

export function removePool(id: string): Promise<void> {
  return api.delete(`/api/pools/${id}`);
}
