import type { Database } from "../../../platform/db/index.ts";
import { cutPage, readPageCursor, writePageCursor } from "../../../platform/http/index.ts";
import { countEmails, listEmails } from "./list-queries.ts";
import { presentSummary } from "./present-email.ts";
import { readFilter } from "./read-filter.ts";
import type { ListEmailsQuery } from "./schema.ts";

/** Returns one page of an account's emails, newest first. Pages stay stable while new ones arrive. */
export async function findEmails(database: Database, accountId: string, query: ListEmailsQuery) {
  const limit = query.limit ?? 50;
  const all = readFilter(accountId, query);
  const beforeId = readPageCursor("emails", accountId, { ...all, cursor: query.cursor });
  const [rows, count] = await Promise.all([
    listEmails(database, { ...all, beforeId }, limit + 1),
    query.include === "total" ? countEmails(database, all) : null,
  ]);
  const page = cutPage(rows, limit, ({ id }) => writePageCursor("emails", accountId, id));
  return {
    emails: page.rows.map(presentSummary),
    pagination: {
      ...page.pagination,
      ...(count ? { total: count.total, total_is_exact: count.isExact } : {}),
    },
  };
}
