import type { Database } from "../../platform/db/index.ts";
import { cutPage, DEFAULT_PAGE_SIZE, readPageCursor, writePageCursor } from "../../platform/http/index.ts";
import { timeOfId } from "../../platform/ids/index.ts";
import type { AuditAction } from "./audit-action.ts";
import type { ListAuditEventsQuery } from "./http/schema.ts";
import { type AuditRow, BY_SYSTEM, countAuditEvents, listAuditEvents } from "./queries.ts";
import { readFilter } from "./read-filter.ts";

type Deps = { database: Database; actions: readonly AuditAction[] };

/** One page of an account's audit log, newest first. Errors: `validation_failed`. */
export async function findAuditEvents(
  { database, actions }: Deps,
  accountId: string,
  query: ListAuditEventsQuery,
) {
  const limit = query.limit ?? DEFAULT_PAGE_SIZE;
  const all = readFilter(accountId, query, actions);
  const filter = { ...all, beforeId: readPageCursor("audit", accountId, { ...all, cursor: query.cursor }) };
  const [rows, count] = await Promise.all([
    listAuditEvents(database, filter, limit + 1),
    query.include === "total" ? countAuditEvents(database, all) : null,
  ]);
  const page = cutPage(rows, limit, ({ id }) => writePageCursor("audit", accountId, id));
  return {
    events: page.rows.map(presentEvent),
    pagination: {
      ...page.pagination,
      ...(count ? { total: count.total, total_is_exact: count.isExact } : {}),
    },
  };
}

export function presentEvent(row: AuditRow) {
  return {
    id: row.id,
    created_at: timeOfId(row.id).toISOString(),
    action: row.action as AuditAction,
    actor: {
      type: actorType(row),
      user_id: row.person_id,
      email: row.email,
      key_id: row.by_key_id,
    },
    key: row.key_id === null ? null : { id: row.key_id, name: row.key_name },
    detail: row.detail as Record<string, unknown>,
    network: row.network,
  };
}

function actorType({ person_id, by_key_id, action }: AuditRow): "user" | "key" | "operator" | "system" {
  if (BY_SYSTEM.includes(action)) return "system";
  if (person_id !== null) return "user";
  return by_key_id === null ? "operator" : "key";
}
