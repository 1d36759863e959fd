import { isDeepStrictEqual } from "node:util";
import type { Database } from "../../platform/db/index.ts";
import { readPageCursor, writePageCursor } from "../../platform/http/index.ts";
import { LAST_ID } from "../../platform/ids/index.ts";
import { findSummaries } from "../emails/index.ts";
import type { ListInboxQuery } from "./http/schema.ts";
import { allOf, type CapturedRow, findCaptured, type InboxFilter, listNewest } from "./queries.ts";
import { readFilter, readTexts } from "./read-filter.ts";
import { searchCandidates, type TextSearch } from "./search-candidates.ts";

/** A search reads this number of emails for a page, with their bodies, so that a rare text does not read the whole inbox at once. */
const SEARCH_WINDOW = 500;
/** Counting stops here, because a larger number is as good as "1,000+". */
const MAX_COUNT = 1_000;

/** Returns one page of the inbox, newest first. With a text to search for, a page may be empty and still have a next one. */
export async function findInbox(
  database: Database,
  accountId: string,
  query: ListInboxQuery,
  signal: AbortSignal,
) {
  const limit = query.limit ?? 50;
  const all = readFilter(accountId, query);
  const filter = { ...all, beforeId: readPageCursor("inbox", accountId, query) };
  const texts = readTexts(query);
  const isFiltered = texts !== null || !isDeepStrictEqual(all, allOf(accountId));
  const [page, total, unread] = await Promise.all([
    texts
      ? searchPage(database, filter, { ...texts, limit, signal })
      : newestPage(database, filter, { limit, counts: isFiltered }),
    countUpToLimit(database, allOf(accountId)),
    countUnread(database, accountId),
  ]);
  const matching = isFiltered ? page.total : total;
  const ids = page.rows.map(({ id }) => id);
  const summaries = await findSummaries(database, accountId, ids);
  const byId = new Map(summaries.map((summary) => [summary.id, summary]));
  return {
    emails: page.rows.flatMap(({ id, captured_at, is_read }) => {
      const summary = byId.get(id);
      return summary ? [{ ...summary, captured_at: captured_at.toISOString(), read: is_read }] : [];
    }),
    total: total.count,
    total_is_exact: total.isExact,
    ...unread,
    pagination: {
      limit,
      has_more: page.next !== null,
      next_cursor: page.next === null ? null : writePageCursor("inbox", accountId, page.next),
      ...(matching && { total: matching.count, total_is_exact: matching.isExact }),
    },
  };
}

type Count = { count: number; isExact: boolean };
/** `next`: the id after which the next page starts, or null. `total`: null if it is unknown. */
type Page = { rows: CapturedRow[]; next: string | null; total: Count | null };

async function newestPage(
  database: Database,
  filter: InboxFilter,
  { limit, counts }: { limit: number; counts: boolean },
): Promise<Page> {
  const [found, total] = await Promise.all([
    listNewest(database, filter, limit + 1),
    counts ? countUpToLimit(database, filter) : null,
  ]);
  return { ...pageOf(found, limit), total };
}

async function searchPage(
  database: Database,
  filter: InboxFilter,
  { limit, ...search }: TextSearch & { limit: number },
): Promise<Page> {
  const { accountId, beforeId } = filter;
  // All of a small inbox is searched for each page, because then the total is known.
  const all = await listNewest(database, { ...filter, beforeId: LAST_ID }, SEARCH_WINDOW);
  if (all.length < SEARCH_WINDOW) {
    const found = await searchCandidates(database, accountId, { ...search, candidates: all });
    const rest = found.filter(({ id }) => id < beforeId);
    return { ...pageOf(rest, limit), total: { count: found.length, isExact: true } };
  }
  const candidates = beforeId === LAST_ID ? all : await listNewest(database, filter, SEARCH_WINDOW);
  const page = pageOf(await searchCandidates(database, accountId, { ...search, candidates }), limit);
  const end = candidates.length === SEARCH_WINDOW ? (candidates.at(-1)?.id ?? null) : null;
  return { rows: page.rows, next: page.next ?? end, total: null };
}

function pageOf(found: CapturedRow[], limit: number): Omit<Page, "total"> {
  const rows = found.slice(0, limit);
  return { rows, next: found.length > limit ? (rows.at(-1)?.id ?? null) : null };
}

export async function countUnread(database: Database, accountId: string) {
  const filter = { ...allOf(accountId), isUnread: true };
  const { count, isExact } = await countUpToLimit(database, filter);
  return { unread: count, unread_is_exact: isExact };
}

async function countUpToLimit(database: Database, filter: InboxFilter): Promise<Count> {
  const { length: count } = await findCaptured(database, filter, MAX_COUNT);
  return { count, isExact: count < MAX_COUNT };
}
