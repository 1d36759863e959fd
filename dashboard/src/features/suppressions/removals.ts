import { queryOptions } from "@tanstack/react-query";
import { api, type Pagination, type Query, withQuery } from "../../api.ts";
import type { Reason, SourceType, Suppression } from "./suppression.ts";
import { suppressionsKey } from "./suppressions.ts";
import { apiFilters, type SuppressionsSearch } from "./suppressions-search.ts";

export interface RemovalFilter {
  search?: string;
  reason?: Reason;
  source?: SourceType;
  domain?: string;
  reply?: string;
  after?: string;
  before?: string;
}

export interface Removal {
  id: string;
  state: "previewed" | "removing" | "removed" | "restoring" | "restored";
  filter: RemovalFilter;
  matched: number;
  removed: number;
  restored: number;
  as_of: string;
  created_at: string;
  expires_at: string | null;
}

export interface RemovalPreview extends Removal {
  unsubscribed: number;
  by_reason: { reason: Reason; count: number }[];
  by_reply: { code: number | null; status: string | null; example: string | null; count: number }[];
  sample: Suppression[];
}

export function previewQuery(search: SuppressionsSearch) {
  const { cursor: _, ...filters } = search;
  return queryOptions({
    queryKey: ["suppression-removal-preview", filters],
    queryFn: ({ signal }) =>
      api.post<RemovalPreview>(
        "/api/suppressions/removals",
        { filter: withoutEmpty(apiFilters(filters, new Date())) },
        { signal },
      ),
    // A preview is of one moment: it is made when the dialog opens, and not again by itself.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

export const removalsQuery = queryOptions({
  queryKey: [...suppressionsKey, "removals"],
  queryFn: ({ signal }) =>
    api.get<{ removals: Removal[]; pagination: Pagination }>(
      withQuery("/api/suppressions/removals", { limit: 20 }),
      signal,
    ),
});

/** Runs or undoes a removal to its end, turn by turn. */
export async function actOnRemoval(
  { id, action }: { id: string; action: "run" | "restore" },
  onProgress: (done: number) => void,
): Promise<Removal> {
  for (;;) {
    const removal = await api.post<Removal>(`/api/suppressions/removals/${id}/${action}`, undefined);
    onProgress(action === "run" ? removal.removed : removal.restored);
    if (removal.state !== "removing" && removal.state !== "restoring") return removal;
  }
}

function withoutEmpty(query: Query): Query {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined && value !== ""));
}
