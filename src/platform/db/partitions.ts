/**
 * Tables that grow with time are partitioned by month on their UUIDv7 ids (decision 64). A table `t` has the partitions `t_first`, which
 * its migration creates, `t_2027_02` and so on, and `t_default` for rows of months that do not exist yet, so that an insertion never fails.
 */
import { sql } from "kysely";
import pg from "pg";
import { firstIdAt, timeOfId } from "../ids/index.ts";
import type { Database, Db } from "./pool.ts";

/** Months that are added in advance. The sweep may fail for this long before rows go to the default partition. */
const MONTHS_AHEAD = 3;
/** A change of partitions waits this long for locks, and blocks other statements that long. It is retried later. */
const LOCK_TIMEOUT = "1s";
/** Rows of the default partition are moved while insertions into it wait. */
const MOVE_TIMEOUT_MS = 300_000;

export type Partition = {
  name: string;
  /** The first id that is above its rows. Null: the default partition. */
  endId: string | null;
};

/**
 * Adds the partitions of the next months. Rows of such a month in the default partition are moved. Safe to run on several nodes at once.
 * `key`: the column that decides the month.
 */
export async function addMonths(database: Database, table: string, key = "id"): Promise<string[]> {
  const added: string[] = [];
  for (;;) {
    const name = await addMonth(database, { table, key });
    if (name === null) return added;
    added.push(name);
  }
}

/** Returns the partitions of a table, oldest first, the default one last. */
export async function listPartitions({ pool }: Pick<Database, "pool">, table: string): Promise<Partition[]> {
  return await findPartitions(pool, table);
}

async function findPartitions(client: pg.Pool | pg.PoolClient, table: string): Promise<Partition[]> {
  const { rows } = await client.query<Partition>(
    `SELECT c.relname AS name, substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \\(''([^'']+)''\\)') AS "endId"
     FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = $1::regclass ORDER BY 2 NULLS LAST`,
    [table],
  );
  return rows;
}

/** Drops a partition with its rows, or with `ifEmpty` only if it has none. Waits for locks briefly; the next sweep tries again. */
export async function dropPartition(
  database: Database,
  name: string,
  { ifEmpty = false } = {},
): Promise<void> {
  const partition = pg.escapeIdentifier(name);
  await inTransaction(database, async (client) => {
    if (ifEmpty && (await client.query(`SELECT FROM ${partition} LIMIT 1`)).rowCount) return;
    await client.query(`DROP TABLE ${partition}`);
  });
}

/** Drops a partition with its rows in the caller's transaction, which fails if it waits too long for locks. */
export async function dropPartitionIn(transaction: Db, name: string): Promise<void> {
  await sql`SET LOCAL lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(transaction);
  await sql`DROP TABLE ${sql.table(name)}`.execute(transaction);
}

/** `isNeeded`: a condition in SQL. Rows that are needed are moved to the default partition; if there are more, nothing is dropped. */
type Needed = { isNeeded: string; max: number };

/** Drops a partition except for the rows that are still needed. Statements on the table wait while these are moved. */
export async function dropUnneeded(
  database: Database,
  { table, name }: { table: string; name: string },
  { isNeeded, max }: Needed,
): Promise<void> {
  const [parent, partition] = [table, name].map(pg.escapeIdentifier);
  const { rowCount } = await database.pool.query(
    `SELECT FROM ${partition} WHERE ${isNeeded} LIMIT ${max + 1}`,
  );
  if ((rowCount ?? 0) > max) return;
  await inTransaction(database, async (client) => {
    await client.query(`ALTER TABLE ${parent} DETACH PARTITION ${partition}`);
    await client.query(`INSERT INTO ${parent} SELECT * FROM ${partition} WHERE ${isNeeded}`);
    await client.query(`DROP TABLE ${partition}`);
  });
}

/** `afterId` is exclusive, `lastId` inclusive. */
type IdRange = { accountId: string; afterId: string; lastId: string };

/** Deletes the rows of an account in a range of ids. */
export async function deleteRange(
  db: Db,
  table: string,
  { accountId, afterId, lastId }: IdRange,
): Promise<void> {
  await sql`
    DELETE FROM ${sql.table(table)} WHERE account_id = ${accountId} AND id > ${afterId} AND id <= ${lastId}`.execute(
    db,
  );
}

/** Adds one partition, in a transaction of its own, so that locks are held briefly. Null: all months exist. */
async function addMonth(
  database: Database,
  { table, key }: { table: string; key: string },
): Promise<string | null> {
  return await inTransaction(database, async (client) => {
    await client.query("SELECT pg_advisory_xact_lock(hashtext($1))", [`partitions of ${table}`]);
    const { rows } = await client.query<{ now: Date }>("SELECT now()");
    const lastMonth = addToMonth(rows[0]?.now ?? new Date(), MONTHS_AHEAD + 1);
    const ends = (await findPartitions(client, table)).flatMap(({ endId }) => endId ?? []);
    const fromId = ends.at(-1);
    if (fromId === undefined) throw new Error(`${table} has no first partition`);
    const from = timeOfId(fromId);
    if (from >= lastMonth) return null;
    const name = `${table}_${from.toISOString().slice(0, 7).replace("-", "_")}`;
    await attach(client, { table, key, name, fromId, toId: firstIdAt(addToMonth(from, 1)) });
    return name;
  });
}

type Added = { table: string; key: string; name: string; fromId: string; toId: string };

/** ATTACH, unlike CREATE TABLE … PARTITION OF, lets statements on the table go on. */
async function attach(client: pg.PoolClient, { table, key, name, fromId, toId }: Added): Promise<void> {
  const [parent, added, early] = [table, name, `${table}_default`].map(pg.escapeIdentifier);
  const [from, to] = [fromId, toId].map(pg.escapeLiteral);
  const id = pg.escapeIdentifier(key);
  await client.query(`CREATE TABLE ${added} (LIKE ${parent} INCLUDING ALL)`);
  // ATTACH takes this lock too. It is taken first, so that no row arrives between the move and ATTACH.
  await client.query(`LOCK TABLE ${early} IN ACCESS EXCLUSIVE MODE`);
  // Triggers on the table do not fire for its partitions, so nothing is counted twice.
  const text = `
    WITH moved AS (DELETE FROM ${early} WHERE ${id} >= ${from} AND ${id} < ${to} RETURNING *) INSERT INTO ${added} SELECT * FROM moved`;
  await client.query({ text, query_timeout: MOVE_TIMEOUT_MS } as pg.QueryConfig);
  await client.query(`ALTER TABLE ${parent} ATTACH PARTITION ${added} FOR VALUES FROM (${from}) TO (${to})`);
}

/** The beginning of the UTC month of a time, or of a later one. */
function addToMonth(time: Date, months: number): Date {
  return new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + months));
}

async function inTransaction<T>({ pool }: Database, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await client.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
    await client.query(`SET LOCAL statement_timeout = ${MOVE_TIMEOUT_MS}`);
    const result = await work(client);
    await client.query("COMMIT");
    return result;
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
