/** SQL of databases that were restored from a backup. */
import type pg from "pg";
import { ADVISORY_LOCKS, type Database, unlockAndRelease } from "../../../platform/db/index.ts";

/** Identifies this database by cluster, database and table. A restored dump has a new table, so it differs; see also markRestored. */
const IDENTITY_NOW = `(SELECT system_identifier FROM pg_control_system()) || ' '
  || (SELECT oid FROM pg_database WHERE datname = current_database()) || ' ' || 'recipients'::regclass::oid`;

type Identities = { identity: string; recordedIdentity: string | null };

/** Runs the work on one node at a time, so that no node starts its workers while another one is still holding mail. */
export async function withRestoreLock<T>(
  { pool }: Database,
  work: (found: Identities) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [ADVISORY_LOCKS.restoredBackup]);
    const { rows } = await client.query<Identities>(
      `SELECT ${IDENTITY_NOW} AS identity, (SELECT identity FROM database_identity) AS "recordedIdentity"`,
    );
    return await work(rows[0] as Identities);
  } finally {
    await unlockAndRelease(client, ADVISORY_LOCKS.restoredBackup);
  }
}

/**
 * Records an identity that no database has: the next start holds mail that is due, even if the rows were restored into the emptied
 * tables of the database from which they were backed up.
 */
export async function markRestored(client: pg.ClientBase): Promise<void> {
  await recordIdentity(client, "restored");
}

export async function recordIdentity(
  database: Pick<pg.ClientBase, "query">,
  identity: string,
): Promise<void> {
  await database.query(
    `INSERT INTO database_identity (identity) VALUES ($1)
     ON CONFLICT (only_one) DO UPDATE SET identity = excluded.identity, noted_at = now()`,
    [identity],
  );
}
