import { timeOfId } from "../../../platform/ids/index.ts";
import type { SuppressionRow } from "../queries.ts";

/** A suppression as the API returns it. */
export function presentSuppression(row: SuppressionRow) {
  const hasExpired = row.expires_at !== null && row.expires_at.getTime() <= Date.now();
  // An expired bounce that is still listed belongs to a recipient who unsubscribed.
  const reason = hasExpired ? "unsubscribe" : row.reason;
  return {
    address: row.address,
    reason,
    stream: reason === "unsubscribe" ? ("bulk" as const) : ("all" as const),
    unsubscribed_at: row.unsubscribed_at?.toISOString() ?? null,
    expires_at: hasExpired ? null : (row.expires_at?.toISOString() ?? null),
    source: presentSource(row),
    event: row.event_id === null ? null : presentEvent(row, row.event_id),
    reply: presentReply(row),
    detail: row.detail,
    created_at: timeOfId(row.id).toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

function presentSource({ source: type, source_id: id, by_person_id, by_key_id }: SuppressionRow) {
  return {
    type,
    id,
    user_id: type === "user" ? id : by_person_id,
    key_id: type === "key" && id !== null ? Number(id) : by_key_id,
  };
}

function presentEvent({ source_id }: SuppressionRow, id: string) {
  return { id, email_id: source_id, created_at: timeOfId(id).toISOString() };
}

/** The reply's text is in `detail`, which may instead contain a person's note. */
function presentReply({ reply_code, reply_status, reply_host, reply_phase }: SuppressionRow) {
  const reply = { code: reply_code, status: reply_status, host: reply_host, phase: reply_phase };
  return Object.values(reply).every((value) => value === null) ? null : reply;
}
