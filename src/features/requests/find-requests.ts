import type { Database } from "../../platform/db/index.ts";
import { DEFAULT_PAGE_SIZE, readPageCursor, writePageCursor } from "../../platform/http/index.ts";
import { timeOfId } from "../../platform/ids/index.ts";
import type { ApiRequestView, ListRequestsQuery } from "./http/schema.ts";
import { countRequests, listByRequestId, type RequestRow, scanRequests } from "./queries.ts";
import { readFilter } from "./read-filter.ts";

/** A text that may be a complete request id. Its requests are found at any age if one page has room for them. */
const REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/;

const OTHER_FILTERS = ["cursor", "status", "method", "key_id", "path", "after", "before"] as const;

/**
 * Returns one page of an account's requests, newest first. With a filter, a page scans a bounded number of rows. It may be short or
 * empty although its cursor leads to more. Error: `validation_failed`.
 */
export async function findRequests(database: Database, accountId: string, query: ListRequestsQuery) {
  const limit = query.limit ?? DEFAULT_PAGE_SIZE;
  const all = readFilter(accountId, query);
  const { text } = all;
  const isOnlyFilter = OTHER_FILTERS.every((name) => query[name] === undefined);
  if (text !== null && REQUEST_ID.test(text) && isOnlyFilter) {
    const exact = await listByRequestId(database, { accountId, requestId: text }, limit + 1);
    const count = query.include === "total" ? { total: exact.length, isExact: true } : null;
    // Clients choose request ids and may reuse one. If a page is too small for its requests, the search below pages them.
    if (exact.length > 0 && exact.length <= limit)
      return present(exact, { limit, cursorId: null, accountId, count });
  }
  const filter = {
    ...all,
    beforeId: readPageCursor("requests", accountId, { ...all, cursor: query.cursor }),
  };
  const [{ rows, end }, count] = await Promise.all([
    scanRequests(database, filter, limit + 1),
    query.include === "total" ? countRequests(database, all) : null,
  ]);
  const page = rows.slice(0, limit);
  const cursorId = (rows.length > limit ? page.at(-1)?.id : null) ?? end;
  return present(page, { limit, cursorId, accountId, count });
}

type Count = { total: number; isExact: boolean } | null;
type Page = { limit: number; cursorId: string | null; accountId: string; count: Count };

function present(rows: readonly RequestRow[], { limit, cursorId, accountId, count }: Page) {
  return {
    requests: rows.map(presentRequest),
    pagination: {
      limit,
      has_more: cursorId !== null,
      next_cursor: cursorId === null ? null : writePageCursor("requests", accountId, cursorId),
      ...(count ? { total: count.total, total_is_exact: count.isExact } : {}),
    },
  };
}

export function presentRequest(row: RequestRow): ApiRequestView {
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
