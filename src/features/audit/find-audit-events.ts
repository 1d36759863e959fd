import type { Database } from "../../platform/db/index.ts";
import { DEFAULT_PAGE_SIZE, readPageCursor, writePageCursor } from "../../platform/http/index.ts";
import { timeOfId } from "../../platform/ids/index.ts";
import type { AuditAction } from "./audit-action.ts";
import { BY_SYSTEM, listAuditEvents } from "./queries.ts";

type AuditQuery = { limit?: number; cursor?: string };
type AuditRow = Awaited<ReturnType<typeof listAuditEvents>>[number];

/** One page of an account's audit log, newest first. Error: `validation_failed` for a cursor of another list. */
export async function findAuditEvents(database: Database, accountId: string, query: AuditQuery) {
  const limit = query.limit ?? DEFAULT_PAGE_SIZE;
  const beforeId = readPageCursor("audit", accountId, query.cursor);
  const rows = await listAuditEvents(database, { accountId, beforeId, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const hasMore = rows.length > limit;
  return {
    events: page.map(presentEvent),
    pagination: {
      limit,
      has_more: hasMore,
      next_cursor: hasMore ? writePageCursor("audit", accountId, page.at(-1)?.id ?? "") : null,
    },
  };
}

function presentEvent(row: AuditRow) {
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
