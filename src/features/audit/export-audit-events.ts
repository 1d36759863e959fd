import { csvPages } from "../../platform/csv/index.ts";
import type { Database } from "../../platform/db/index.ts";
import type { AuditAction } from "./audit-action.ts";
import { presentEvent } from "./find-audit-events.ts";
import type { AuditFilterQuery } from "./http/schema.ts";
import { type AuditRow, listAuditEvents } from "./queries.ts";
import { readFilter } from "./read-filter.ts";

/** Rows in memory at once. */
const PAGE_ROWS = 500;

const COLUMNS = [
  "id",
  "created_at",
  "action",
  "actor",
  "actor_email",
  "actor_key",
  "key",
  "detail",
  "network",
] as const;

type Deps = { database: Database; actions: readonly AuditAction[] };

/** Returns the matching events of an account as CSV, newest first. Errors: `validation_failed`. */
export function exportAuditEvents(
  { database, actions }: Deps,
  accountId: string,
  query: AuditFilterQuery,
): AsyncGenerator<string> {
  // Before the response begins, so that an error can still change the status.
  const filter = readFilter(accountId, query, actions);
  return csvPages({
    columns: COLUMNS,
    pageRows: PAGE_ROWS,
    load: (last) =>
      listAuditEvents(database, { ...filter, beforeId: last?.id ?? filter.beforeId }, PAGE_ROWS),
    valuesOf,
  });
}

function valuesOf(row: AuditRow) {
  const { id, created_at, action, actor, network } = presentEvent(row);
  return {
    ...{ id, created_at, action, network },
    actor: actor.type,
    actor_email: actor.email,
    actor_key: row.by_key_name,
    key: row.key_name,
    detail: JSON.stringify(row.detail),
  };
}
