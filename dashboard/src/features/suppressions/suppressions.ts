import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { CreateSuppressionsResponse, ListSuppressionsResponse } from "../../api.gen.ts";
import { api, withQuery } from "../../api.ts";
import type { ImportResult, NewSuppressions, Reason } from "../../api-types.ts";
import { apiFilters, type SuppressionsSearch } from "./suppressions-search.ts";

// As in the contacts list.
const PAGE_SIZE = 25;

/** The prefix of every suppression query's key; changes invalidate it. */
export const SUPPRESSIONS_KEY = ["suppressions"];

export function suppressionsQuery(search: SuppressionsSearch) {
  return queryOptions({
    queryKey: [...SUPPRESSIONS_KEY, "list", search],
    queryFn: ({ signal }) => {
      const filters = { ...apiFilters(search, new Date()), cursor: search.cursor };
      return api.get<ListSuppressionsResponse>(
        withQuery("/api/suppressions", { limit: PAGE_SIZE, ...filters }),
        signal,
      );
    },
    placeholderData: keepPreviousData,
  });
}

export function addSuppressions(input: NewSuppressions): Promise<CreateSuppressionsResponse> {
  return api.post("/api/suppressions", input);
}

export function removeSuppression(address: string): Promise<void> {
  return api.delete(`/api/suppressions/${encodeURIComponent(address)}`);
}

export function exportPath(search: SuppressionsSearch): string {
  return withQuery("/api/suppressions/export", apiFilters(search, new Date()));
}

/** `onProgress` receives the uploaded fraction, which the server has also read. */
export function importSuppressions(
  { file, reason }: { file: File; reason: Reason },
  { onProgress, signal }: { onProgress: (part: number) => void; signal: AbortSignal },
): Promise<ImportResult> {
  return api.upload(withQuery("/api/suppressions/import", { reason }), {
    file,
    type: "text/csv",
    onProgress,
    signal,
  });
}
