import { sql } from "kysely";
import {
  addMonths,
  type Database,
  type Db,
  deleteRange,
  dropPartition,
  dropPartitionIn,
  listPartitions,
} from "../../../platform/db/index.ts";
import { FIRST_ID, firstIdAt, timeOfId } from "../../../platform/ids/index.ts";
import { countLost, firstUnreadId } from "../../followers/index.ts";

const TABLES = ["events", "account_events", "engagements"] as const;
/** Events that one transaction removes, and counts for each follower: counting all that an account removes may take minutes. */
const SLICE = 5_000;
const DAY_MS = 86_400_000;

/** Adds the months of the next quarter. */
export async function addFeedMonths(database: Database): Promise<void> {
  for (const table of TABLES) await addMonths(database, table);
}

/**
 * Removes events that are older than their account's retention: whole months where no account keeps anything, otherwise row by row.
 * Months that are empty by then are dropped too. A failure, such as a month whose locks are not free, does not stop the rest; a later
 * sweep tries again.
 */
export async function sweepFeed(database: Database): Promise<void> {
  const limit = await loadLimit(database);
  const failures = await dropOldMonths(database, limit);
  for (const account of await findAccounts(database, limit))
    await deleteOfAccount(database, account).catch((error: unknown) => failures.push(error));
  failures.push(...(await dropEmptyMonths(database, limit)));
  if (failures.length > 0) throw failures[0];
}

/** `beforeId`: followers of the instance have read all events below it. `allBeforeId`: no account keeps events below it; null: an account keeps all events. */
type Limit = { now: Date; beforeId: string; allBeforeId: string | null };

async function loadLimit({ db }: Database): Promise<Limit> {
  const { rows } = await sql<{ now: Date; days: number | null }>`
    SELECT now(), CASE WHEN bool_and(event_retention_days IS NOT NULL) THEN max(event_retention_days) END AS days
    FROM accounts`.execute(db);
  const { now, days } = rows[0] ?? { now: new Date(), days: null };
  const end = firstIdAt(now);
  const unread = await firstUnreadId(db);
  const beforeId = unread !== null && unread < end ? unread : end;
  return { now, beforeId, allBeforeId: days === null ? null : earlier(beforeId, cutOf(now, days)) };
}

/** Returns the failures. */
async function dropOldMonths(database: Database, { allBeforeId }: Limit): Promise<unknown[]> {
  if (allBeforeId === null) return [];
  const ends = new Map<string, { table: string; name: string }[]>();
  for (const table of TABLES)
    for (const { name, endId } of await listPartitions(database, table))
      if (endId !== null && endId <= allBeforeId)
        ends.set(endId, [...(ends.get(endId) ?? []), { table, name }]);
  const failures: unknown[] = [];
  for (const [endId, partitions] of [...ends].sort())
    await database.db
      .transaction()
      .execute(async (transaction) => {
        await countLost(transaction, { accountId: null, lastId: endId });
        for (const { name } of partitions) await dropPartitionIn(transaction, name);
      })
      .catch((error: unknown) => failures.push(error));
  return failures;
}

/** `lastId`: events up to it are removed. */
type Account = { accountId: string; lastId: string };

/** Accounts with events that are older than their retention. */
async function findAccounts({ db }: Database, { now, beforeId }: Limit): Promise<Account[]> {
  const { rows } = await sql<{ id: string; days: number }>`
    SELECT a.id, a.event_retention_days AS days FROM accounts a
    CROSS JOIN LATERAL event_id(now() - make_interval(days => a.event_retention_days), decode(repeat('00', 16), 'hex')) AS cut (id)
    WHERE a.event_retention_days IS NOT NULL AND (
      EXISTS (SELECT FROM events v WHERE v.account_id = a.id AND v.id < cut.id)
      OR EXISTS (SELECT FROM account_events v WHERE v.account_id = a.id AND v.id < cut.id)
      OR EXISTS (SELECT FROM engagements v WHERE v.account_id = a.id AND v.id < cut.id))`.execute(db);
  return rows.map(({ id, days }) => ({ accountId: id, lastId: earlier(beforeId, cutOf(now, days)) }));
}

async function deleteOfAccount({ db }: Database, account: Account): Promise<void> {
  let afterId: string | null = FIRST_ID;
  while (afterId !== null) {
    const range: Range = { ...account, afterId };
    afterId = await db.transaction().execute((transaction) => deleteSlice(transaction, range));
  }
}

/** The first id is exclusive: index entries of events that are already deleted are not read again. */
type Range = Account & { afterId: string };

/** Removes the oldest events of a range. Returns the last of them. Null: none is left. */
async function deleteSlice(transaction: Db, range: Range): Promise<string | null> {
  const lastId = await findEndOfSlice(transaction, range);
  const slice = { ...range, lastId: lastId ?? range.lastId };
  await countLost(transaction, slice);
  for (const table of TABLES) await deleteRange(transaction, table, slice);
  return lastId;
}

async function findEndOfSlice(db: Db, { accountId, afterId, lastId }: Range): Promise<string | null> {
  const oldest = TABLES.map(
    (table) => sql`(
      SELECT id FROM ${sql.table(table)} WHERE account_id = ${accountId} AND id > ${afterId} AND id <= ${lastId} ORDER BY id LIMIT ${SLICE})`,
  );
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM (${sql.join(oldest, sql` UNION ALL `)}) AS oldest ORDER BY id OFFSET ${SLICE - 1} LIMIT 1`.execute(
    db,
  );
  return rows[0]?.id ?? null;
}

/** Months that have ended a day ago or earlier: nothing is inserted into them. Returns the failures. */
async function dropEmptyMonths(database: Database, { now }: Limit): Promise<unknown[]> {
  const failures: unknown[] = [];
  for (const table of TABLES)
    for (const { name, endId } of await listPartitions(database, table))
      if (endId !== null && timeOfId(endId).getTime() < now.getTime() - DAY_MS)
        await dropPartition(database, name, { ifEmpty: true }).catch((error: unknown) =>
          failures.push(error),
        );
  return failures;
}

const cutOf = (now: Date, days: number) => firstIdAt(new Date(now.getTime() - days * DAY_MS));
const earlier = (a: string, b: string) => (a < b ? a : b);
