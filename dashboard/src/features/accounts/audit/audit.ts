import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { ListAuditEventsResponse } from "../../../api.gen.ts";
import { api, withQuery } from "../../../api.ts";

export function auditQuery(cursor: string | undefined) {
  return queryOptions({
    queryKey: ["audit", cursor],
    queryFn: ({ signal }) => api.get<ListAuditEventsResponse>(withQuery("/api/audit", { cursor }), signal),
    placeholderData: keepPreviousData,
  });
}
