import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, type Pagination, withQuery } from "../../api.ts";

export interface Pause {
  /** Null: of all accounts. */
  account_id: string | null;
  target: "all" | "domain" | "destination";
  name: string;
  kind: "pause" | "hold";
  reason: string | null;
  by_operator: boolean;
  by: string | null;
  ends_at: string | null;
  created_at: string;
}

export interface Group {
  id: string;
  name: string;
  domains: number;
  accounts: number;
  waiting: number;
  in_flight: number;
  sleeping: number;
  oldest_at: string | null;
  next_at: string | null;
  rate_per_minute: number;
  /** By minute, oldest first. */
  history: number[];
  pause: Pause | null;
  closed_until: string | null;
  /** May hold a server's own words. */
  why: string[];
}

export interface Queue {
  groups: Group[];
  totals: { waiting: number; in_flight: number; sleeping: number; held: number };
  counted_up_to: number;
  is_partial: boolean;
  workers: number;
  pauses: Pause[];
  closed_lanes: { name: string; closed_until: string; reason: string | null }[];
  pagination: Pagination;
}

/** Whose mail, and what a row is. */
export const views = ["own", "destinations", "accounts"] as const;
export type View = (typeof views)[number];

export type Action = "pause" | "hold" | "resume" | "retry" | "purge";
export interface Scope {
  account_id?: string;
  domain?: string;
  destination?: string;
}

/** Faster, and nobody could read it; slower, and it would not be live. */
const pollMs = 2_000;

export const queueKey = ["queue"] as const;

export function queueQuery(view: View, search: { search?: string | undefined; cursor?: string | undefined }) {
  const path = view === "own" ? "/api/queue" : "/api/instance/queue";
  const by = { destinations: { by: "destination" }, accounts: { by: "account" }, own: {} }[view];
  return queryOptions({
    queryKey: [...queueKey, view, search],
    queryFn: ({ signal }) => api.get<Queue>(withQuery(path, { ...by, ...search }), signal),
    refetchInterval: ({ state }) => (state.data === undefined ? false : pollMs),
    // Of another view the rows are something else: to act on one would act on what is not there.
    placeholderData: (previous: Queue | undefined, before) =>
      before?.queryKey[queueKey.length] === view ? previous : undefined,
    staleTime: 0,
  });
}

export interface Acting {
  view: View;
  action: Action;
  scope: Scope;
  reason?: string | undefined;
  seconds?: number | undefined;
}

/** Goes on until all of it is done; `onProgress` hears how much that is so far. */
export async function actOnQueue(
  { view, ...request }: Acting,
  onProgress: (changed: number) => void,
): Promise<number> {
  const path = view === "own" ? "/api/queue/actions" : "/api/instance/queue/actions";
  let changed = 0;
  let before: string | undefined;
  for (;;) {
    const body = before === undefined ? request : { ...request, before };
    const done = await api.post<{ changed: number; has_more: boolean; before: string }>(path, body);
    changed += done.changed;
    onProgress(changed);
    if (!done.has_more) return changed;
    before = done.before;
  }
}

export interface Held {
  email_id: string;
  position: number;
  address: string;
  subject: string;
  held_at: string;
  reason: string | null;
  line: string | null;
}

export function heldQuery(domain: string, cursor: string | undefined) {
  return queryOptions({
    queryKey: [...queueKey, "held", domain, cursor],
    queryFn: ({ signal }) =>
      api.get<{ held: Held[]; pagination: Pagination }>(
        withQuery("/api/queue/held", { domain, cursor, limit: 20 }),
        signal,
      ),
    placeholderData: keepPreviousData,
  });
}

export function resolveHeld({ email_id, position }: Held, as: "retry" | "delivered"): Promise<void> {
  return api.post(`/api/emails/${encodeURIComponent(email_id)}/recipients/${position}/resolve`, { as });
}
