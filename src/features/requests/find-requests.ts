import type { Database } from "../../platform/db/index.ts";
import { DEFAULT_PAGE_SIZE, readPageCursor, writePageCursor } from "../../platform/http/index.ts";
import { timeOfId } from "../../platform/ids/index.ts";
import type { ApiRequestView, ListRequestsQuery } from "./http/schema.ts";
import {
  findEndOfScan,
  listByRequestId,
  listRequests,
  type RequestFilter,
  type RequestRow,
} from "./queries.ts";

/** A text that may be a complete request id. Such requests are found at any age. */
const REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/;

/**
 * Returns one page of an account's requests, newest first. With a filter, a page scans a bounded number of rows. It may be short or
 * empty although its cursor leads to more. Error: `validation_failed`.
 */
export async function findRequests(database: Database, accountId: string, query: ListRequestsQuery) {
  const limit = query.limit ?? DEFAULT_PAGE_SIZE;
  const text = query.search?.trim() || null;
  const isOnlyFilter = [query.cursor, query.status, query.method, query.key_id].every(
    (value) => value === undefined,
  );
  if (text !== null && REQUEST_ID.test(text) && isOnlyFilter) {
    const exact = await listByRequestId(database, { accountId, requestId: text });
    if (exact.length > 0) return present(exact.slice(0, limit), { limit, cursorId: null, accountId });
  }
  const filter: RequestFilter = {
    accountId,
    beforeId: readPageCursor("requests", accountId, query.cursor),
    statusClass: query.status === undefined ? null : Number(query.status[0]),
    method: query.method ?? null,
    keyId: query.key_id ?? null,
    text,
  };
  const rows = await listRequests(database, filter, limit + 1);
  const page = rows.slice(0, limit);
  const cursorId = rows.length > limit ? page.at(-1)?.id : await findEndOfScan(database, filter);
  return present(page, { limit, cursorId: cursorId ?? null, accountId });
}

type Page = { limit: number; cursorId: string | null; accountId: string };

function present(rows: readonly RequestRow[], { limit, cursorId, accountId }: Page) {
  return {
    requests: rows.map(presentRequest),
    pagination: {
      limit,
      has_more: cursorId !== null,
      next_cursor: cursorId === null ? null : writePageCursor("requests", accountId, cursorId),
    },
  };
}

function presentRequest(row: RequestRow): ApiRequestView {
  return {
    id: row.id,
    created_at: timeOfId(row.id).toISOString(),
    method: row.method,
    path: row.path,
    status: row.status,
    ms: row.ms,
    key_id: row.key_id,
    request_id: row.request_id,
    error: row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? "" },
    network: row.network,
  };
}
