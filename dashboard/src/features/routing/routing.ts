import { queryOptions } from "@tanstack/react-query";
import type {
  ChangeRoutingRuleBody,
  ListPoolsResponse,
  ListRelaysResponse,
  ListRoutingRulesResponse,
} from "../../api.gen.ts";
import { api } from "../../api.ts";
import type { Pool, PoolInput, Relay, RelayInput, RelayTest, Rule, RuleInput } from "../../api-types.ts";

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
    // After an error the user retries: polling would replace the error with the skeleton.
    refetchInterval: ({ state }) => (state.data === undefined ? false : WATCH_MS),
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

/** Creates the relay if `id` is null. */
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
  change: Pick<ChangeRoutingRuleBody, "position" | "enabled">,
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
