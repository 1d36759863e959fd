import { queryOptions } from "@tanstack/react-query";
import type { ListSuppressionRemovalsResponse } from "../../api.gen.ts";
import { api, type Query, withQuery } from "../../api.ts";
import type { Removal, RemovalPreview } from "../../api-types.ts";
import { SUPPRESSIONS_KEY } from "./suppressions.ts";
import { apiFilters, type SuppressionsSearch } from "./suppressions-search.ts";

export function previewQuery(search: SuppressionsSearch) {
  const { cursor: _, ...filters } = search;
  return queryOptions({
    queryKey: ["suppression-removal-preview", filters],
    queryFn: ({ signal }) =>
      api.post<RemovalPreview>(
        "/api/suppressions/removals",
        { filter: withoutEmpty(apiFilters(filters)) },
        { signal },
      ),
    // A preview is a snapshot, made when the dialog opens; it does not refetch.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

export const removalsQuery = queryOptions({
  queryKey: [...SUPPRESSIONS_KEY, "removals"],
  queryFn: ({ signal }) =>
    api.get<ListSuppressionRemovalsResponse>(withQuery("/api/suppressions/removals", { limit: 20 }), signal),
});

/** Runs or undoes a removal in batches until it is done. */
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
