import type { Database } from "../../platform/db/index.ts";

/** Clears transcripts that are older than their account's retention, of at most `limit` events. Returns the number of events. */
export async function clearOldTranscripts({ pool }: Database, limit: number): Promise<number> {
  const { rowCount } = await pool.query(
    `WITH old AS MATERIALIZED (
       SELECT o.* FROM accounts a CROSS JOIN LATERAL (
         SELECT v.account_id, v.email_id, v.id FROM events v
         WHERE v.account_id = a.id AND v.transcript IS NOT NULL AND v.created_at < now() - make_interval(days => a.retention_days)
         ORDER BY v.created_at LIMIT $1
       ) o LIMIT $1
     )
     UPDATE events v SET transcript = NULL FROM old
     WHERE v.account_id = old.account_id AND v.email_id = old.email_id AND v.id = old.id`,
    [limit],
  );
  return rowCount ?? 0;
}
