import type { Database } from "../../platform/db/index.ts";
import { cutPage, DEFAULT_PAGE_SIZE, readPageCursor, writePageCursor } from "../../platform/http/index.ts";
import type { ListContactsQuery } from "./http/schema.ts";
import { countContacts, listContacts, loadContactTotal } from "./page-queries.ts";
import { presentContact } from "./present-contact.ts";
import { readFilter } from "./read-filter.ts";

/** Returns one page of an account's contacts, newest first. Pages stay stable while new ones arrive. Errors: `validation_failed`. */
export async function findContacts({ db }: Database, accountId: string, query: ListContactsQuery) {
  const limit = query.limit ?? DEFAULT_PAGE_SIZE;
  const all = readFilter(accountId, query);
  const [rows, count] = await Promise.all([
    listContacts(
      db,
      { ...all, beforeId: readPageCursor("contacts", accountId, { ...all, cursor: query.cursor }) },
      limit + 1,
    ),
    isFiltered(query) ? countIfRequested() : countAll(),
  ]);
  const page = cutPage(rows, limit, ({ id }) => writePageCursor("contacts", accountId, id));
  return {
    contacts: page.rows.map(presentContact),
    pagination: {
      ...page.pagination,
      ...(count === null ? {} : { total: count.total, total_is_exact: count.isExact }),
    },
  };

  async function countIfRequested() {
    return query.include === "total" ? countContacts(db, all) : null;
  }

  async function countAll() {
    return { total: await loadContactTotal(db, accountId), isExact: true };
  }
}

function isFiltered(query: ListContactsQuery): boolean {
  return (
    Boolean(query.search?.trim()) ||
    [query.subscribed, query.property, query.created_after, query.created_before].some(
      (value) => value !== undefined,
    )
  );
}
