/** SQL of databases that were restored from a backup. */
import type { Database } from "../../../platform/db/index.ts";

/** Any number will do, so long as every Posthouse uses the same one. */
const restoreLock = 7_263_002;

/** What a dump does not carry along: the cluster, the database in it, and the table, which a dump makes anew. */
const identityNow = `(SELECT system_identifier FROM pg_control_system()) || ' '
  || (SELECT oid FROM pg_database WHERE datname = current_database()) || ' ' || 'recipients'::regclass::oid`;

type Identities = { identity: string; noted: string | null };

/** One node at a time, so that none starts its workers while another one still holds mail. */
export async function whileAlone<T>({ pool }: Database, work: (found: Identities) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [restoreLock]);
    const { rows } = await client.query<Identities>(
      `SELECT ${identityNow} AS identity, (SELECT identity FROM database_identity) AS noted`,
    );
    return await work(rows[0] as Identities);
  } finally {
    await client.query("SELECT pg_advisory_unlock($1)", [restoreLock]).catch(() => undefined);
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

/** Of what is in hand, from the moment of a claim or a renewal. */
const longestLease = "1 minute";

/** State and event in one commit, by the two indexes of the queue. Answers how many; 0: there are no more. */
export async function holdChunk({ pool }: Database, limit: number): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    `WITH held AS (
       UPDATE recipients SET state = 'uncertain', ready = false, due_at = NULL, losses = 0, updated_at = now()
       WHERE ctid = ANY (
         ARRAY(SELECT ctid FROM recipients WHERE ready ORDER BY account_id, bulk, domain, due_at LIMIT $1 FOR UPDATE)
         || ARRAY(SELECT ctid FROM recipients WHERE due_at IS NOT NULL AND NOT ready AND due_at <= now() + interval '${longestLease}'
           AND (due_at <= now() OR state = 'sending') ORDER BY due_at LIMIT $1 FOR UPDATE))
       RETURNING account_id, email_id, position, attempt
     ), begun AS MATERIALIZED (SELECT begin_events() AS at
     ), recorded AS (
       INSERT INTO events (account_id, email_id, id, position, attempt, type, detail, created_at)
       SELECT account_id, email_id, event_id(at, uuid_send(gen_random_uuid())), position, attempt, 'uncertain',
         jsonb_build_object('reason', $2::text, 'restored', true), at FROM held, begun
     )
     SELECT count(*)::integer AS n FROM held`,
    [limit, reason],
  );
  return rows[0]?.n ?? 0;
}

const reason =
  "the database was restored from a backup, and this may have been sent since the backup was made. It is held until somebody decides.";
