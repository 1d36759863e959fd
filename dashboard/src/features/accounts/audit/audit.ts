import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { ListAuditEventsResponse } from "../../../api.gen.ts";
import { api, withQuery } from "../../../api.ts";
import { type AuditSearch, apiFilters } from "./audit-search.ts";

export function auditQuery(search: AuditSearch) {
  const query = { ...apiFilters(search), include: "total", cursor: search.cursor };
  return queryOptions({
    queryKey: ["audit", query],
    queryFn: ({ signal }) => api.get<ListAuditEventsResponse>(withQuery("/api/audit", query), signal),
    placeholderData: keepPreviousData,
  });
}

export function exportPath(search: AuditSearch): string {
  return withQuery("/api/audit/export", apiFilters(search));
}
