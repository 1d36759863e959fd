import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, type Pagination, withQuery } from "../../api.ts";

export const reasons = ["hard_bounce", "complaint", "unsubscribe", "manual"] as const;
export type Reason = (typeof reasons)[number];

export const reasonNames: Record<Reason, string> = {
  hard_bounce: "Bounced",
  complaint: "Complained",
  unsubscribe: "Unsubscribed",
  manual: "Added by you",
};

export interface Suppression {
  address: string;
  reason: Reason;
  stream: "all" | "bulk";
  unsubscribed_at: string | null;
  expires_at: string | null;
  source: { type: "email" | "link" | "key" | "user" | "import"; id: string | null };
  detail: string | null;
  created_at: string;
}

interface SuppressionPage {
  suppressions: Suppression[];
  pagination: Pagination;
}

interface Filters {
  search?: string | undefined;
  reason?: Reason | undefined;
  cursor?: string | undefined;
}

export interface NewSuppressions {
  address: string[];
  reason: Reason;
  detail: string | null;
}

export interface ImportResult {
  rows: number;
  created: number;
  changed: number;
  unchanged: number;
  failed: number;
  errors: { line: number; message: string }[];
}

// As in the list of contacts.
const pageSize = 25;

/** What a change invalidates. */
export const suppressionsKey = ["suppressions"];

export function suppressionsQuery(filters: Filters) {
  return queryOptions({
    queryKey: [...suppressionsKey, filters],
    queryFn: ({ signal }) =>
      api.get<SuppressionPage>(withQuery("/api/suppressions", { limit: pageSize, ...filters }), signal),
    placeholderData: keepPreviousData,
  });
}

export function addSuppressions(
  input: NewSuppressions,
): Promise<{ suppressions: { result: "created" | "changed" | "unchanged" }[] }> {
  return api.post("/api/suppressions", input);
}

export function removeSuppression(address: string): Promise<void> {
  return api.delete(`/api/suppressions/${encodeURIComponent(address)}`);
}

export function exportPath(reason: Reason | undefined): string {
  return withQuery("/api/suppressions/export", { reason });
}

/** `onProgress` hears the part of the file that the server has taken, which is the part that it has read. */
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
