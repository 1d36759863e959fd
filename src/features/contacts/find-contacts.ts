import type { Database } from "../../platform/db/index.ts";
import { errors } from "../../platform/errors/index.ts";
import { DEFAULT_PAGE_SIZE, readPageCursor, writePageCursor } from "../../platform/http/index.ts";
import { firstIdAt, LAST_ID } from "../../platform/ids/index.ts";
import type { ListContactsQuery } from "./http/schema.ts";
import { type ContactFilter, countContacts, listContacts, loadContactTotal } from "./page-queries.ts";
import { presentContact } from "./present-contact.ts";
import { searchPatterns } from "./search-text.ts";

/** Returns one page of an account's contacts, newest first. Pages stay stable while new ones arrive. Errors: `validation_failed`. */
export async function findContacts({ db }: Database, accountId: string, query: ListContactsQuery) {
  const limit = query.limit ?? DEFAULT_PAGE_SIZE;
  const all = readFilter(accountId, query);
  const [rows, total] = await Promise.all([
    listContacts(
      db,
      { ...all, beforeId: earlier(all.beforeId, readPageCursor("contacts", accountId, query.cursor)) },
      limit + 1,
    ),
    isFiltered(query) ? countIfRequested() : loadContactTotal(db, accountId),
  ]);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasMore = rows.length > limit;
  return {
    contacts: page.map(presentContact),
    pagination: {
      limit,
      has_more: hasMore,
      next_cursor: hasMore && last ? writePageCursor("contacts", accountId, last.id) : null,
      ...(total === null ? {} : { total }),
    },
  };

  async function countIfRequested(): Promise<number | null> {
    return query.include === "total" ? countContacts(db, all) : null;
  }
}

function readFilter(accountId: string, query: ListContactsQuery): ContactFilter {
  return {
    accountId,
    fromId:
      query.created_after === undefined
        ? firstIdAt(new Date(0))
        : firstIdAt(readTime("created_after", query.created_after)),
    beforeId:
      query.created_before === undefined
        ? LAST_ID
        : firstIdAt(readTime("created_before", query.created_before)),
    subscribed: query.subscribed ?? null,
    patterns: searchPatterns(query.search ?? ""),
  };
}

function isFiltered(query: ListContactsQuery): boolean {
  return (
    Boolean(query.search?.trim()) ||
    [query.subscribed, query.created_after, query.created_before].some((value) => value !== undefined)
  );
}

function readTime(path: string, text: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime()))
    throw problem(path, "is not a valid time; use the form 2026-11-21T08:00:00Z");
  return time;
}

function earlier(a: string, b: string): string {
  return a < b ? a : b;
}

function problem(path: string, message: string) {
  return errors.validation_failed(`${path} ${message}`, { fields: [{ path, message }] });
}
