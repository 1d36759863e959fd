/** SQL of databases that were restored from a backup. */
import type { Database } from "../../../platform/db/index.ts";

/** Any number will do, so long as every Posthouse uses the same one. */
const RESTORE_LOCK = 7_263_002;

/** Identifies this database, and not its dumps: the cluster, the database in it, and the table, which restoring a dump creates again. */
const IDENTITY_NOW = `(SELECT system_identifier FROM pg_control_system()) || ' '
  || (SELECT oid FROM pg_database WHERE datname = current_database()) || ' ' || 'recipients'::regclass::oid`;

type Identities = { identity: string; noted: string | null };

/** One node at a time, so that none starts its workers while another one still holds mail. */
export async function whileAlone<T>({ pool }: Database, work: (found: Identities) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [RESTORE_LOCK]);
    const { rows } = await client.query<Identities>(
      `SELECT ${IDENTITY_NOW} AS identity, (SELECT identity FROM database_identity) AS noted`,
    );
    return await work(rows[0] as Identities);
  } finally {
    await client.query("SELECT pg_advisory_unlock($1)", [RESTORE_LOCK]).catch(() => undefined);
    client.release();
  }
}

export async function noteIdentity({ pool }: Database, identity: string): Promise<void> {
  await pool.query(
    `INSERT INTO database_identity (identity) VALUES ($1)
     ON CONFLICT (only_one) DO UPDATE SET identity = excluded.identity, noted_at = now()`,
    [identity],
  );
}
