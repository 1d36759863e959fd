import type { Database } from "../../../platform/db/index.ts";
import { DEFAULT_PAGE_SIZE, readPageCursor, writePageCursor } from "../../../platform/http/index.ts";
import { presentRemoval } from "./present-removal.ts";
import { listRemovals } from "./queries.ts";

/** Returns one page of the removals that were run, newest first. Errors: `validation_failed`. */
export async function findRemovals(
  { db }: Database,
  accountId: string,
  query: { limit?: number; cursor?: string },
) {
  const limit = query.limit ?? DEFAULT_PAGE_SIZE;
  const beforeId = readPageCursor("suppression_removals", accountId, query.cursor);
  const rows = await listRemovals(db, { accountId, beforeId, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    removals: page.map(presentRemoval),
    pagination: {
      limit,
      has_more: last !== undefined,
      next_cursor: last ? writePageCursor("suppression_removals", accountId, last.id) : null,
    },
  };
}
