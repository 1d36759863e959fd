import type { Database } from "../../../platform/db/index.ts";
import { readPageCursor, writePageCursor } from "../../../platform/http/index.ts";
import { countEmails, listEmails } from "./list-queries.ts";
import { presentSummary } from "./present-email.ts";
import { readFilter } from "./read-filter.ts";
import type { ListEmailsQuery } from "./schema.ts";

/** Returns one page of an account's emails, newest first. Pages stay stable while new ones arrive. */
export async function findEmails(database: Database, accountId: string, query: ListEmailsQuery) {
  const limit = query.limit ?? 50;
  const all = readFilter(accountId, query);
  const beforeId = earlier(readPageCursor("emails", accountId, query.cursor), all.beforeId);
  const [rows, count] = await Promise.all([
    listEmails(database, { ...all, beforeId }, limit + 1),
    query.include === "total" ? countEmails(database, all) : null,
  ]);
  const page = rows.slice(0, limit);
  const hasMore = rows.length > limit;
  return {
    emails: page.map(presentSummary),
    pagination: {
      limit,
      has_more: hasMore,
      next_cursor: hasMore ? writePageCursor("emails", accountId, page.at(-1)?.id ?? "") : null,
      ...(count ? { total: count.total, total_is_exact: count.isExact } : {}),
    },
  };
}

function earlier(a: string, b: string): string {
  return a < b ? a : b;
}
