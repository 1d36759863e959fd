import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { DB } from "./generated/tables.ts";
import { sessionConfig } from "./session-config.ts";

export type Db = Kysely<DB>;

/** A pool of PostgreSQL connections: Kysely for typed queries, `pg` for prepared hot paths and LISTEN. */
export type Database = {
  readonly connectionString: string;
  readonly pool: pg.Pool;
  readonly db: Db;
  close(): Promise<void>;
};

/** 8-byte integers (counts, sums) fit a JavaScript number, because no instance has 2^53 emails. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** The timeout of one statement: a report may take long, but a stalled database must not block callers forever. */
const DEFAULT_PATIENCE_MS = 30_000;
/** The server's timeout is shorter, so that a statement reported as failed is not committed later. */
const SERVER_TIMEOUT_LEAD_MS = 2_000;

export type DatabaseOptions = {
  max: number;
  patienceMs?: number;
  /**
   * Prefers index scans over sequential scans. PostgreSQL plans a claim while the queue is small, and reuses the plan until
   * statistics are updated. With a sequential scan, each claim would meanwhile read the whole queue, which may grow by
   * thousands of rows a second.
   */
  byIndex?: boolean;
};

export function openDatabase(
  connectionString: string,
  { max, patienceMs = DEFAULT_PATIENCE_MS, byIndex = false }: DatabaseOptions,
): Database {
  const session = sessionConfig(connectionString, {
    settings: {
      statement_timeout: String(patienceMs - SERVER_TIMEOUT_LEAD_MS),
      enable_seqscan: byIndex ? "off" : "on",
    },
    // A value above the restart time of PostgreSQL would hide an outage from callers; a value below a slow fsync would
    // report a false one.
    connectionTimeoutMillis: 10_000,
    // A database that accepts a statement and never replies counts as unavailable.
    query_timeout: patienceMs,
    keepAlive: true,
  });
  const pool = new pg.Pool({ ...session, max, idleTimeoutMillis: 60_000 });
  // An idle connection that breaks is replaced at its next use. Without a listener Node would end the process.
  pool.on("error", () => undefined);
  // A connection may break between its checkout and the first statement. Without a listener, that error would end the
  // process; with it, only the statement fails.
  pool.on("connect", (client) => client.on("error", () => undefined));
  pool.on("release", (error, client) => {
    // The pool removes a client that is ending.
    if (!error && isUnfinished(client)) void client.end();
  });
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  const close = async () => {
    await db.destroy();
    // Kysely ends only a pool that it has used itself, and an open pool keeps the process alive.
    if (!pool.ended) await pool.end();
  };
  return { connectionString, pool, db, close };
}

/**
 * True if the connection still runs a statement or a transaction. `pg` rejects a late statement without ending it, and Kysely then
 * releases the connection as if nothing had happened. Its next user would write into a transaction that is never committed. After an
 * error the server is ready a moment later, and such a connection is kept: a replacement costs the server a process.
 */
function isUnfinished(client: pg.PoolClient): boolean {
  const { _activeQuery } = client as unknown as { _activeQuery: unknown };
  // Null before the first statement.
  const status = client.getTransactionStatus();
  return Boolean(_activeQuery) || (status !== null && status !== "I");
}
