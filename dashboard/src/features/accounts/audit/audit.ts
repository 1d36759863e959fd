import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, type Pagination, withQuery } from "../../../api.ts";

export interface AuditEvent {
  id: string;
  created_at: string;
  action:
    | "key.created"
    | "key.changed"
    | "key.rotated"
    | "key.revoked"
    | "key.paused"
    | "key.resumed"
    | "suppression.removed"
    | "suppressions.imported"
    | "suppressions.removed"
    | "suppressions.restored"
    | "queue.paused"
    | "queue.held"
    | "queue.resumed"
    | "queue.retried"
    | "queue.purged"
    | "held.resolved"
    | `${"relay" | "routing_rule" | "pool"}.${"created" | "changed" | "removed"}`
    | "alert_rule.changed";
  actor: {
    /** `operator`: who runs the instance, on the command line; `system`: the program by itself. */
    type: "user" | "key" | "operator" | "system";
    email: string | null;
    key_id: number | null;
  };
  key: { id: number; name: string | null } | null;
  detail: Record<string, unknown>;
  /** Of the client: an IPv4 address or an IPv6 /64. */
  network: string | null;
}

export function auditQuery(cursor: string | undefined) {
  return queryOptions({
    queryKey: ["audit", cursor],
    queryFn: ({ signal }) =>
      api.get<{ events: AuditEvent[]; pagination: Pagination }>(withQuery("/api/audit", { cursor }), signal),
    placeholderData: keepPreviousData,
  });
}
