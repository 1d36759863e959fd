import type { Database } from "../../../platform/db/index.ts";

/** Deletes buckets of 15 minutes after 90 days; buckets of an hour have the same counts. An open more than a year after the first one counts as unique again. */
export async function sweepRollups({ pool }: Database): Promise<void> {
  for (const table of ["counts", "latencies"])
    await pool.query(
      `DELETE FROM ${table} c USING count_series s WHERE s.account_id = c.account_id AND s.id = c.series_id
         AND c.step = 15 AND c.bucket_at < now() - interval '90 days'`,
    );
  await pool.query(
    `DELETE FROM engagement_firsts f USING (SELECT DISTINCT account_id FROM count_series) a WHERE f.account_id = a.account_id
       AND f.email_id < event_id(now() - interval '400 days', decode(repeat('00', 16), 'hex'))`,
  );
}
