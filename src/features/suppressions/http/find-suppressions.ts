import type { Database } from "../../../platform/db/index.ts";
import { cutPage, DEFAULT_PAGE_SIZE, readPageCursor, writePageCursor } from "../../../platform/http/index.ts";
import { countSuppressions, listSuppressions } from "./page-queries.ts";
import { presentSuppression } from "./present-suppression.ts";
import { readFilter } from "./read-filter.ts";
import type { ListSuppressionsQuery } from "./schema.ts";

/** Returns one page of an account's suppressions, newest first. Pages stay stable while new ones arrive. Errors: `validation_failed`. */
export async function findSuppressions({ db }: Database, accountId: string, query: ListSuppressionsQuery) {
  const limit = query.limit ?? DEFAULT_PAGE_SIZE;
  const filter = readFilter(accountId, query);
  const beforeId = readPageCursor("suppressions", accountId, { ...filter, cursor: query.cursor });
  const [rows, count] = await Promise.all([
    listSuppressions(db, { ...filter, beforeId }, limit + 1),
    query.include === "total" ? countSuppressions(db, filter) : null,
  ]);
  const page = cutPage(rows, limit, ({ id }) => writePageCursor("suppressions", accountId, id));
  return {
    suppressions: page.rows.map(presentSuppression),
    pagination: {
      ...page.pagination,
      ...(count ? { total: count.total, total_is_exact: count.isExact } : {}),
    },
  };
}
