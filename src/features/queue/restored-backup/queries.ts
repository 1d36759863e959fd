/** SQL of databases that were restored from a backup. */
import type { Database } from "../../../platform/db/index.ts";

/** An arbitrary number, the same in every Posthouse. */
const RESTORE_LOCK = 7_263_002;

/** Identifies this database by cluster, database and table. A restored dump has a new table, so it differs. */
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
    await client.query("SELECT pg_advisory_lock($1)", [RESTORE_LOCK]);
    const { rows } = await client.query<Identities>(
      `SELECT ${IDENTITY_NOW} AS identity, (SELECT identity FROM database_identity) AS "recordedIdentity"`,
    );
    return await work(rows[0] as Identities);
  } finally {
    await client.query("SELECT pg_advisory_unlock($1)", [RESTORE_LOCK]).catch(() => undefined);
    client.release();
  }
}

export async function recordIdentity({ pool }: Database, identity: string): Promise<void> {
  await pool.query(
    `INSERT INTO database_identity (identity) VALUES ($1)
     ON CONFLICT (only_one) DO UPDATE SET identity = excluded.identity, noted_at = now()`,
    [identity],
  );
}
