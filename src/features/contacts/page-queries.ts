import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import type { DB } from "../../platform/db/generated/tables.ts";
import type { Db } from "../../platform/db/index.ts";
import { type ContactRow, contactColumns } from "./queries.ts";

export type ContactFilter = {
  accountId: string;
  /** Ids from here (inclusive) … */
  fromId: string;
  /** … up to here (exclusive). */
  beforeId: string;
  subscribed: boolean | null;
  /** Patterns of the search text, of which one must match; none: all contacts. */
  patterns: readonly string[];
};

/**
 * Contacts that a search reads one by one, newest first, before it asks the trigram index. A common match fills its page within
 * them; what is rarer than a page in so many rows has few enough matches for the index to fetch and sort them all. More would
 * cost each rare search milliseconds, fewer would leave the index with matches by the ten thousand.
 */
const searchWindow = 10_000;

/** Newest first. */
export async function listContacts(db: Db, filter: ContactFilter, limit: number): Promise<ContactRow[]> {
  if (filter.patterns.length === 0) return listNewest(db, filter, limit);
  const near = await searchNewest(db, filter, limit);
  return near.length === limit ? near : searchIndex(db, filter, limit);
}

async function listNewest(db: Db, filter: ContactFilter, limit: number): Promise<ContactRow[]> {
  const rows = await newest(db, filter).limit(limit).execute();
  return rows as ContactRow[];
}

/** Oldest first: the nearest ones to the contact with that id. */
export async function listNewerContacts(
  db: Db,
  { accountId, thanId, limit }: { accountId: string; thanId: string; limit: number },
): Promise<ContactRow[]> {
  const rows = await db
    .selectFrom("contacts")
    .select(contactColumns)
    .where("account_id", "=", accountId)
    .where("id", ">", thanId)
    .orderBy("id", "asc")
    .limit(limit)
    .execute();
  return rows as ContactRow[];
}

async function searchNewest(db: Db, filter: ContactFilter, limit: number): Promise<ContactRow[]> {
  const rows = await db
    .selectFrom(newest(db, filter).limit(searchWindow).as("contacts"))
    .select(contactColumns)
    .where((row) => isLikeOne(row, filter.patterns))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows as ContactRow[];
}

/** Materialised, because the planner would hope to meet matches soon in the order of ids, and read the whole account. */
async function searchIndex(db: Db, filter: ContactFilter, limit: number): Promise<ContactRow[]> {
  const rows = await db
    .with(
      (cte) => cte("matches").materialized(),
      () =>
        inRange(db, filter)
          .where((row) => isLikeOne(row, filter.patterns))
          .select("id"),
    )
    .selectFrom("contacts")
    .select(contactColumns)
    .where("account_id", "=", filter.accountId)
    .where("id", "in", (query) => query.selectFrom("matches").select("id").orderBy("id", "desc").limit(limit))
    .orderBy("id", "desc")
    .execute();
  return rows as ContactRow[];
}

/** Counts; where no filter is set, `loadContactTotal` knows without. */
export async function countContacts(db: Db, filter: ContactFilter): Promise<number> {
  const { total } = await inRange(db, filter)
    .$if(filter.patterns.length > 0, (query) => query.where((row) => isLikeOne(row, filter.patterns)))
    .select((row) => row.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return total;
}

/** How many contacts the account has: kept by triggers (0005_contacts.sql), not counted. */
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
    .select([...contactColumns, "search_text"])
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

function isLikeOne(
  row: ExpressionBuilder<Pick<DB, "contacts">, "contacts">,
  patterns: readonly string[],
): Expression<SqlBool> {
  return row.or(patterns.map((pattern) => row("search_text", "like", pattern)));
}
