/** The SQL of the checks. */
import type { Database } from "../../../platform/db/index.ts";

/** `lag_bytes` is the lag of the slowest standby, or null when there is none or the database user may not see it. */
export async function findSizes({ pool }: Database) {
  const { rows } = await pool.query<{
    dead: number;
    living: number;
    oldest_seconds: number;
    lag_bytes: number | null;
  }>(
    `SELECT coalesce(s.n_dead_tup, 0) AS dead, coalesce(s.n_live_tup, 0) AS living,
       coalesce((SELECT extract(epoch FROM now() - min(xact_start)) FROM pg_stat_activity
         WHERE backend_type = 'client backend' AND datname = current_database() AND pid <> pg_backend_pid()), 0)::float8 AS oldest_seconds,
       (SELECT max(pg_wal_lsn_diff(sent_lsn, replay_lsn)) FROM pg_stat_replication)::float8 AS lag_bytes
     FROM pg_stat_user_tables s WHERE s.relname = 'recipients'`,
  );
  return rows[0] ?? { dead: 0, living: 0, oldest_seconds: 0, lag_bytes: null };
}

export type Source = { address: string; helo_name: string };

/** Lists the source addresses of all pools. */
export async function listSources({ pool }: Database): Promise<Source[]> {
  const { rows } = await pool.query<Source>(
    `SELECT DISTINCT s->>'address' AS address, s->>'helo_name' AS helo_name FROM pools, jsonb_array_elements(sources) s
     WHERE s->>'address' IS NOT NULL ORDER BY 1 LIMIT 50`,
  );
  return rows;
}

/** Only this many of the newest messages are searched, so that the page loads quickly. */
const MAX_SEARCHED = 10_000;

/** Finds mail to postmaster or abuse that was not forwarded. Other mail that could not be read has `failed` too. */
export async function findKeptMail({ pool }: Database): Promise<{ messages: number; latest_from: string }> {
  const { rows } = await pool.query<{ messages: number; latest_from: string }>(
    `SELECT count(*) AS messages, coalesce(left((array_agg(envelope_from ORDER BY id DESC))[1], 100), '') AS latest_from
     FROM (SELECT id, envelope_from, recipients, outcomes FROM inbound_messages ORDER BY id DESC LIMIT $1) newest
     WHERE EXISTS (SELECT FROM unnest(recipients, outcomes) AS read (recipient, outcome)
       WHERE outcome = 'kept' OR outcome = 'failed' AND recipient ~* '^(postmaster|abuse)(@|$)')`,
    [MAX_SEARCHED],
  );
  return rows[0] ?? { messages: 0, latest_from: "" };
}
