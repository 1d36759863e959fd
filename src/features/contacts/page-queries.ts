import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import { readPages, readWindows } from "../../platform/csv/index.ts";
import type { DB } from "../../platform/db/generated/tables.ts";
import { countRows, type Db } from "../../platform/db/index.ts";
import { CONTACT_COLUMNS, type ContactRow } from "./queries.ts";
import type { Properties } from "./read-contact-fields.ts";

export type ContactFilter = {
  accountId: string;
  /** Ids from here (inclusive) … */
  fromId: string;
  /** … up to here (exclusive). */
  beforeId: string;
  subscribed: boolean | null;
  /** Patterns for the search text; at least one must match. Empty: all contacts. */
  patterns: readonly string[];
  /** At least one must be part of the contact's properties. Empty: all contacts. */
  properties: readonly Properties[];
};

/**
 * The number of newest contacts that a search scans before it uses the indexes of text and properties. A common match fills a page from these rows. A
 * rarer one has few enough matches for the index to fetch and sort them all. A larger window would add milliseconds to each rare
 * search, a smaller one would leave tens of thousands of matches to the index.
 */
const SEARCH_WINDOW = 10_000;

/** The number of contacts that an export with a search reads at once. */
const EXPORT_WINDOW = 10_000;

/** Newest first. */
export async function listContacts(db: Db, filter: ContactFilter, limit: number): Promise<ContactRow[]> {
  if (!isSearch(filter)) return listNewest(db, filter, limit);
  const near = await searchNewest(db, filter, limit);
  return near.length === limit ? near : searchIndex(db, filter, limit);
}

/** For exports: all matches, newest first, `pageRows` at a time. */
export function readContacts(db: Db, filter: ContactFilter, pageRows: number): AsyncGenerator<ContactRow[]> {
  if (isSearch(filter))
    return readWindows({
      ...filter,
      pageRows,
      endOfWindow: async (beforeId) => {
        const rows = inRange(db, { ...filter, beforeId })
          .select("id")
          .orderBy("id", "desc");
        return (
          (
            await rows
              .offset(EXPORT_WINDOW - 1)
              .limit(1)
              .executeTakeFirst()
          )?.id ?? null
        );
      },
      load: async (range) => {
        const found = newest(db, { ...filter, ...range }).where((row) => matches(row, filter));
        return (await found.limit(pageRows).execute()) as ContactRow[];
      },
    });
  return readPages({
    pageRows,
    load: (last: ContactRow | null) =>
      listNewest(db, { ...filter, beforeId: last?.id ?? filter.beforeId }, pageRows),
  });
}

async function listNewest(db: Db, filter: ContactFilter, limit: number): Promise<ContactRow[]> {
  const rows = await newest(db, filter).limit(limit).execute();
  return rows as ContactRow[];
}

/** Returns the contacts that are next newer than the one with that id, oldest first. */
export async function listNewerContacts(
  db: Db,
  { accountId, thanId, limit }: { accountId: string; thanId: string; limit: number },
): Promise<ContactRow[]> {
  const rows = await db
    .selectFrom("contacts")
    .select(CONTACT_COLUMNS)
    .where("account_id", "=", accountId)
    .where("id", ">", thanId)
    .orderBy("id", "asc")
    .limit(limit)
    .execute();
  return rows as ContactRow[];
}

async function searchNewest(db: Db, filter: ContactFilter, limit: number): Promise<ContactRow[]> {
  const rows = await db
    .selectFrom(newest(db, filter).limit(SEARCH_WINDOW).as("contacts"))
    .select(CONTACT_COLUMNS)
    .where((row) => matches(row, filter))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows as ContactRow[];
}

/** MATERIALIZED, because otherwise the planner walks the ids in order, expects early matches and reads the whole account. */
async function searchIndex(db: Db, filter: ContactFilter, limit: number): Promise<ContactRow[]> {
  const rows = await db
    .with(
      (cte) => cte("matches").materialized(),
      () =>
        inRange(db, filter)
          .where((row) => matches(row, filter))
          .select("id"),
    )
    .selectFrom("contacts")
    .select(CONTACT_COLUMNS)
    .where("account_id", "=", filter.accountId)
    .where("id", "in", (query) => query.selectFrom("matches").select("id").orderBy("id", "desc").limit(limit))
    .orderBy("id", "desc")
    .execute();
  return rows as ContactRow[];
}

/** Counts the matches. Without a filter, `loadContactTotal` returns the total without counting. */
export async function countContacts(db: Db, filter: ContactFilter) {
  const found = inRange(db, filter).$if(isSearch(filter), (query) =>
    query.where((row) => matches(row, filter)),
  );
  return await countRows(db, found.select("id"));
}

/** Returns the stored total of the account's contacts, which triggers maintain (0005_contacts.sql). */
export async function loadContactTotal(db: Db, accountId: string): Promise<number> {
  const { total } = await db
    .selectFrom("contact_totals")
    .select(sql<number>`coalesce(sum(total), 0)::bigint`.as("total"))
    .where("account_id", "=", accountId)
    .executeTakeFirstOrThrow();
  return total;
}

function newest(db: Db, filter: ContactFilter) {
  return inRange(db, filter)
    .select([...CONTACT_COLUMNS, "search_text"])
    .orderBy("id", "desc");
}

function inRange(db: Db, { accountId, fromId, beforeId, subscribed }: ContactFilter) {
  return db
    .selectFrom("contacts")
    .where("account_id", "=", accountId)
    .where("id", ">=", fromId)
    .where("id", "<", beforeId)
    .$if(subscribed !== null, (query) => query.where("subscribed", "=", subscribed));
}

function isSearch({ patterns, properties }: ContactFilter): boolean {
  return patterns.length > 0 || properties.length > 0;
}

function matches(
  row: ExpressionBuilder<Pick<DB, "contacts">, "contacts">,
  { patterns, properties }: ContactFilter,
): Expression<SqlBool> {
  return row.and([
    ...(patterns.length > 0 ? [row.or(patterns.map((pattern) => row("search_text", "like", pattern)))] : []),
    ...(properties.length > 0
      ? [row.or(properties.map((one) => sql<SqlBool>`properties @> ${JSON.stringify(one)}::jsonb`))]
      : []),
  ]);
}
