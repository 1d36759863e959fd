import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { DB } from "./generated/tables.ts";

export type Db = Kysely<DB>;

/** A pool of PostgreSQL connections, as Kysely for typed queries and as `pg` for prepared hot paths and LISTEN. */
export type Database = {
  readonly connectionString: string;
  readonly pool: pg.Pool;
  readonly db: Db;
  close(): Promise<void>;
};

/** 8-byte integers (counts, sums) fit a JavaScript number here: nobody has 2^53 emails. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Time for one statement: a report may take long, but a stalled database must not hold callers for ever. */
const defaultPatienceMs = 30_000;
/** The server gives a statement up first, so that what was answered as failed is not committed later. */
const serverGivesUpEarlierMs = 2_000;

export type DatabaseOptions = {
  max: number;
  patienceMs?: number;
  /**
   * Reads no table as a whole where an index will do. A plan is made while a table is small and kept until statistics are renewed; a
   * queue that grows by thousands a second meanwhile would be read whole at each claim.
   */
  byIndex?: boolean;
};

export function openDatabase(
  connectionString: string,
  { max, patienceMs = defaultPatienceMs, byIndex = false }: DatabaseOptions,
): Database {
  const pool = new pg.Pool({
    connectionString,
    max,
    // Longer than a restart of PostgreSQL takes would hide an outage from callers; shorter than a slow fsync would invent one.
    connectionTimeoutMillis: 10_000,
    // What is answered as stored must survive a power cut, whatever the database's own default.
    // A machine that is gone in the middle of a transaction must not hold its locks.
    options: `-c synchronous_commit=on -c statement_timeout=${patienceMs - serverGivesUpEarlierMs} -c idle_in_transaction_session_timeout=60s -c enable_seqscan=${byIndex ? "off" : "on"}`,
    // A database that takes a statement and never answers is away; its connection is given up, not put back.
    query_timeout: patienceMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: "posthouse",
  });
  // An idle connection that breaks is replaced at its next use; without a listener Node would end the process.
  pool.on("error", () => undefined);
  // The packet that frees a connection may hold its end as well: then it breaks in the hand of who has not used it yet, and whose
  // statement will fail.
  pool.on("connect", (client) => client.on("error", () => undefined));
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  const close = async () => {
    await db.destroy();
    // Kysely ends only a pool that it has used itself; one that is open keeps the process.
    if (!pool.ended) await pool.end();
  };
  return { connectionString, pool, db, close };
}
