import { csvPages } from "../../platform/csv/index.ts";
import type { Database } from "../../platform/db/index.ts";
import { presentRequest } from "./find-requests.ts";
import type { RequestFilterQuery } from "./http/schema.ts";
import { type RequestFilter, type RequestRow, scanRequests } from "./queries.ts";
import { readFilter } from "./read-filter.ts";

/** Rows in memory at once. */
const PAGE_ROWS = 1_000;

const COLUMNS = [
  "id",
  "created_at",
  "method",
  "path",
  "status",
  "ms",
  "key_id",
  "request_id",
  "error_code",
  "error_message",
  "network",
] as const;

/** Returns the matching requests of an account as CSV, newest first. Errors: `validation_failed`. */
export function exportRequests(
  database: Database,
  accountId: string,
  query: RequestFilterQuery,
): AsyncGenerator<string> {
  // Before the response begins, so that an error can still change the status.
  const filter = readFilter(accountId, query);
  return csvPages({
    columns: COLUMNS,
    pageRows: PAGE_ROWS,
    load: (last) => loadPage(database, { ...filter, beforeId: last?.id ?? filter.beforeId }),
    valuesOf,
  });
}

/** Fills a page from as many scans as it needs, because a short page would end the export. */
async function loadPage(database: Database, filter: RequestFilter): Promise<RequestRow[]> {
  const rows: RequestRow[] = [];
  let beforeId: string | null = filter.beforeId;
  while (beforeId !== null && rows.length < PAGE_ROWS) {
    const scan = await scanRequests(database, { ...filter, beforeId }, PAGE_ROWS - rows.length);
    rows.push(...scan.rows);
    beforeId = scan.end;
  }
  return rows;
}

function valuesOf(row: RequestRow) {
  const { error, ...request } = presentRequest(row);
  return { ...request, error_code: error?.code, error_message: error?.message };
}
