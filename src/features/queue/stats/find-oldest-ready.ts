import type { Database } from "../../../platform/db/index.ts";
import { MAX_PARTITIONS } from "./stats-sql.ts";

/** Returns the due time of the oldest waiting recipient of an account (null: of all) that is not paused. Null: none waits. */
export async function findOldestReady({ pool }: Database, accountId: string | null): Promise<Date | null> {
  const ofAccount = accountId === null ? "" : "AND r.account_id = $1";
  const { rows } = await pool.query<{ oldest_at: Date | null }>(
    `WITH RECURSIVE partitions (account_id, bulk, domain, oldest_at, n) AS (
       (SELECT r.account_id, r.bulk, r.domain, r.due_at, 1 FROM recipients r WHERE r.ready ${ofAccount}
        ORDER BY r.account_id, r.bulk, r.domain, r.due_at LIMIT 1)
       UNION ALL
       SELECT next.account_id, next.bulk, next.domain, next.due_at, n + 1 FROM partitions at, LATERAL (
         SELECT r.account_id, r.bulk, r.domain, r.due_at FROM recipients r
         WHERE r.ready ${ofAccount} AND (r.account_id, r.bulk, r.domain) > (at.account_id, at.bulk, at.domain)
         ORDER BY r.account_id, r.bulk, r.domain, r.due_at LIMIT 1
       ) next WHERE n < ${MAX_PARTITIONS}
     )
     SELECT min(oldest_at) AS oldest_at FROM partitions oldest LEFT JOIN provider_domains d ON d.domain = oldest.domain
     WHERE NOT EXISTS (
       SELECT FROM queue_pauses p WHERE p.account_id IN (oldest.account_id, '00000000-0000-0000-0000-000000000000')
         AND (p.ends_at IS NULL OR p.ends_at > now())
         AND (p.target = 'all' OR (p.target = 'domain' AND p.name = oldest.domain)
           OR (p.target = 'destination' AND p.name IN (oldest.domain, d.provider))))`,
    accountId === null ? [] : [accountId],
  );
  return rows[0]?.oldest_at ?? null;
}
