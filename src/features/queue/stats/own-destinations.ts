import type { Database } from "../../../platform/db/index.ts";
import { IS_DELAYED, MAX_PARTITIONS } from "./stats-sql.ts";

/**
 * Lists the domains to which an account has open mail, and their mailbox providers. An account sees no other destinations. Each domain
 * costs one index step, regardless of the amount of mail.
 */
export async function listOwnDestinations({ pool }: Database, accountId: string): Promise<Set<string>> {
  const { rows } = await pool.query<{ domain: string; provider: string | null }>(
    `WITH RECURSIVE ready (bulk, domain, n) AS (
       (SELECT r.bulk, r.domain, 1 FROM recipients r WHERE r.ready AND r.account_id = $1 ORDER BY r.bulk, r.domain LIMIT 1)
       UNION ALL
       SELECT next.bulk, next.domain, n + 1 FROM ready, LATERAL (
         SELECT r.bulk, r.domain FROM recipients r
         WHERE r.ready AND r.account_id = $1 AND (r.bulk, r.domain) > (ready.bulk, ready.domain) ORDER BY r.bulk, r.domain LIMIT 1
       ) next WHERE n < ${MAX_PARTITIONS}
     ), delayed (domain, n) AS (
       (SELECT r.domain, 1 FROM recipients r WHERE ${IS_DELAYED} AND r.account_id = $1 ORDER BY r.domain LIMIT 1)
       UNION ALL
       SELECT next.domain, n + 1 FROM delayed, LATERAL (
         SELECT r.domain FROM recipients r
         WHERE ${IS_DELAYED} AND r.account_id = $1 AND r.domain > delayed.domain ORDER BY r.domain LIMIT 1
       ) next WHERE n < ${MAX_PARTITIONS}
     )
     SELECT o.domain, d.provider FROM (SELECT domain FROM ready UNION SELECT domain FROM delayed) o
     LEFT JOIN provider_domains d ON d.domain = o.domain`,
    [accountId],
  );
  return new Set(rows.flatMap(({ domain, provider }) => (provider === null ? [domain] : [domain, provider])));
}
