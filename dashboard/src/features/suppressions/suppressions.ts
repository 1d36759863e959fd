import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { CreateSuppressionsResponse, ListSuppressionsResponse } from "../../api.gen.ts";
import { api, withQuery } from "../../api.ts";
import type { ImportResult, NewSuppressions, Reason } from "../../api-types.ts";
import type { UploadWatch } from "../../imports/use-import.ts";
import { apiFilters, type SuppressionsSearch } from "./suppressions-search.ts";

// As in the contacts list.
const PAGE_SIZE = 25;

/** The prefix of every suppression query's key; changes invalidate it. */
export const SUPPRESSIONS_KEY = ["suppressions"];

export function suppressionsQuery(search: SuppressionsSearch) {
  return queryOptions({
    queryKey: [...SUPPRESSIONS_KEY, "list", search],
    queryFn: ({ signal }) => {
      const query = { ...apiFilters(search), cursor: search.cursor, limit: PAGE_SIZE };
      return api.get<ListSuppressionsResponse>(withQuery("/api/suppressions", query), signal);
    },
    placeholderData: keepPreviousData,
  });
}

/** The number of suppressions on all pages; it is loaded separately, so that the list does not wait for it. */
export function suppressionsTotalQuery(search: SuppressionsSearch) {
  const query = { ...apiFilters(search), include: "total", limit: 1 };
  return queryOptions({
    queryKey: [...SUPPRESSIONS_KEY, "total", query],
    queryFn: async ({ signal }) => {
      const path = withQuery("/api/suppressions", query);
      const { pagination } = await api.get<ListSuppressionsResponse>(path, signal);
      return { total: pagination.total, total_is_exact: pagination.total_is_exact };
    },
  });
}

export function addSuppressions(input: NewSuppressions): Promise<CreateSuppressionsResponse> {
  return api.post("/api/suppressions", input);
}

export function removeSuppression(address: string): Promise<void> {
  return api.delete(`/api/suppressions/${encodeURIComponent(address)}`);
}

export function exportPath(search: SuppressionsSearch): string {
  return withQuery("/api/suppressions/export", apiFilters(search));
}

/** `onProgress` receives the uploaded fraction, which the server has also read. */
export function importSuppressions(
  { file, reason }: { file: File; reason: Reason },
  watch: UploadWatch,
): Promise<ImportResult> {
  return api.upload(withQuery("/api/suppressions/import", { reason }), {
    file,
    type: "text/csv",
    ...watch,
  });
}
