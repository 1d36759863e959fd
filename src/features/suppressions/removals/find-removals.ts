import type { Database } from "../../../platform/db/index.ts";
import { cutPage, DEFAULT_PAGE_SIZE, readPageCursor, writePageCursor } from "../../../platform/http/index.ts";
import { presentRemoval } from "./present-removal.ts";
import { listRemovals } from "./queries.ts";

/** Returns one page of the removals that were run, newest first. Errors: `validation_failed`. */
export async function findRemovals(
  { db }: Database,
  accountId: string,
  query: { limit?: number; cursor?: string },
) {
  const limit = query.limit ?? DEFAULT_PAGE_SIZE;
  const beforeId = readPageCursor("suppression_removals", accountId, query);
  const rows = await listRemovals(db, { accountId, beforeId, limit: limit + 1 });
  const page = cutPage(rows, limit, ({ id }) => writePageCursor("suppression_removals", accountId, id));
  return { removals: page.rows.map(presentRemoval), pagination: page.pagination };
}
