import type { Database } from "../../../platform/db/index.ts";
import { DEFAULT_PAGE_SIZE, readPageCursor, writePageCursor } from "../../../platform/http/index.ts";
import { countSuppressions, listSuppressions } from "./page-queries.ts";
import { presentSuppression } from "./present-suppression.ts";
import { readFilter } from "./read-filter.ts";
import type { ListSuppressionsQuery } from "./schema.ts";

/** Returns one page of an account's suppressions, newest first. Pages stay stable while new ones arrive. Errors: `validation_failed`. */
export async function findSuppressions({ db }: Database, accountId: string, query: ListSuppressionsQuery) {
  const limit = query.limit ?? DEFAULT_PAGE_SIZE;
  const filter = readFilter(accountId, query);
  const cursor = readPageCursor("suppressions", accountId, query.cursor);
  const [rows, count] = await Promise.all([
    listSuppressions(db, { ...filter, beforeId: earlier(cursor, filter.beforeId) }, limit + 1),
    query.include === "total" ? countSuppressions(db, filter) : null,
  ]);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasMore = rows.length > limit;
  return {
    suppressions: page.map(presentSuppression),
    pagination: {
      limit,
      has_more: hasMore,
      next_cursor: hasMore && last ? writePageCursor("suppressions", accountId, last.id) : null,
      ...(count ? { total: count.total, total_is_exact: count.isExact } : {}),
    },
  };
}

function earlier(a: string, b: string): string {
  return a < b ? a : b;
}
