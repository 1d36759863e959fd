import { timeOfId } from "../../../platform/ids/index.ts";
import type { SuppressionRow } from "../queries.ts";

/** What leaves the server of a suppression. */
export function presentSuppression(row: SuppressionRow) {
  const hasExpired = row.expires_at !== null && row.expires_at.getTime() <= Date.now();
  // What is left of an expired bounce is that the recipient unsubscribed.
  const reason = hasExpired ? "unsubscribe" : row.reason;
  return {
    address: row.address,
    reason,
    stream: reason === "unsubscribe" ? ("bulk" as const) : ("all" as const),
    unsubscribed_at: row.unsubscribed_at?.toISOString() ?? null,
    expires_at: hasExpired ? null : (row.expires_at?.toISOString() ?? null),
    source: { type: row.source, id: row.source_id },
    detail: row.detail,
    created_at: timeOfId(row.id).toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
