import type { Database } from "../../platform/db/index.ts";
import { readPageCursor, writePageCursor } from "../../platform/http/index.ts";
import { LAST_ID } from "../../platform/ids/index.ts";
import { findContaining, findSummaries } from "../emails/index.ts";
import type { ListInboxQuery } from "./http/schema.ts";
import { type CapturedRow, findCaptured, type InboxFilter, listCaptured } from "./queries.ts";

/** A search reads this number of emails for a page, with their bodies, so that a rare text does not read the whole inbox at once. */
const SEARCH_WINDOW = 500;
/** Counting stops here, because a larger number is as good as "1,000+". */
const MAX_COUNT = 1_000;
/** With fewer matching emails, all are found by the time of their capture; with more, reading by id soon fills a page. */
const FEW_EMAILS = 500;

/** Returns one page of the inbox, newest first. With `search`, a page may be empty and still have a next one. */
export async function findInbox(
  database: Database,
  accountId: string,
  query: ListInboxQuery,
  signal: AbortSignal,
) {
  const limit = query.limit ?? 50;
  const filter = {
    accountId,
    beforeId: readPageCursor("inbox", accountId, query.cursor),
    recipientPart: query.to?.trim() || null,
    isUnread: query.unread === true,
    ids: null,
  };
  const { rows, next } = await findPage(database, filter, { limit, search: query.search?.trim(), signal });
  const ids = rows.map(({ id }) => id);
  const [summaries, total, unread] = await Promise.all([
    findSummaries(database, accountId, ids),
    countUpToLimit(database, accountId, { isUnread: false }),
    countUnread(database, accountId),
  ]);
  const byId = new Map(summaries.map((summary) => [summary.id, summary]));
  return {
    emails: rows.flatMap(({ id, captured_at, is_read }) => {
      const summary = byId.get(id);
      return summary ? [{ ...summary, captured_at: captured_at.toISOString(), read: is_read }] : [];
    }),
    total: total.count,
    total_is_exact: total.isExact,
    ...unread,
    pagination: {
      limit,
      has_more: next !== null,
      next_cursor: next === null ? null : writePageCursor("inbox", accountId, next),
    },
  };
}

type Search = { limit: number; search: string | undefined; signal: AbortSignal };

/** `next`: the id after which the next page starts, or null. */
async function findPage(
  database: Database,
  filter: InboxFilter,
  { limit, search, signal }: Search,
): Promise<{ rows: CapturedRow[]; next: string | null }> {
  if (!search) {
    const found = await listNewest(database, filter, limit + 1);
    const rows = found.slice(0, limit);
    return { rows, next: found.length > limit ? (rows.at(-1)?.id ?? null) : null };
  }
  const candidates = await listNewest(database, filter, SEARCH_WINDOW);
  const ids = candidates.map(({ id }) => id);
  const matching = await findContaining(database, filter.accountId, { ids, text: search, signal });
  const found = candidates.filter(({ id }) => matching.has(id));
  if (found.length > limit) return { rows: found.slice(0, limit), next: found[limit - 1]?.id ?? null };
  return {
    rows: found,
    next: candidates.length === SEARCH_WINDOW ? (candidates.at(-1)?.id ?? null) : null,
  };
}

async function listNewest(database: Database, filter: InboxFilter, limit: number): Promise<CapturedRow[]> {
  const ids = await findCaptured(database, filter, FEW_EMAILS);
  if (ids.length === 0) return [];
  return await listCaptured(database, ids.length < FEW_EMAILS ? { ...filter, ids } : filter, limit);
}

export async function countUnread(database: Database, accountId: string) {
  const { count, isExact } = await countUpToLimit(database, accountId, { isUnread: true });
  return { unread: count, unread_is_exact: isExact };
}

async function countUpToLimit(
  database: Database,
  accountId: string,
  { isUnread }: { isUnread: boolean },
): Promise<{ count: number; isExact: boolean }> {
  const filter = { accountId, beforeId: LAST_ID, recipientPart: null, isUnread, ids: null };
  const { length: count } = await findCaptured(database, filter, MAX_COUNT);
  return { count, isExact: count < MAX_COUNT };
}
