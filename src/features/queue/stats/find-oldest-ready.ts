import type { Database } from "../../../platform/db/index.ts";
import { EVERY_ACCOUNT } from "../pauses/pause.ts";
import { IS_ON } from "../pauses/queries.ts";

/** Partitions that are not paused and count towards the result. Each costs one index step. */
const MAX_OPEN = 2_000;
/** Partitions that are visited at all: a paused one costs a step too, and a pause of a mailbox provider covers many. */
const MAX_VISITED = 20_000;

export type OldestReady = {
  /** The due time of the oldest waiting recipient that is not paused. Null: none was found. */
  oldestAt: Date | null;
  /** There are too many partitions to visit all of them. An older recipient may wait. */
  isPartial: boolean;
};

/**
 * Finds the oldest waiting recipient of an account (null: of all) that is not paused.
 *
 * Steps from account to account, and leaves out those that are paused as a whole. Then it visits the first partition of each stream, then
 * the second of each, and so on: a recursion returns its rows in this order, and LIMIT ends it. So no account and no pause hides
 * another account's mail, and an empty queue costs one index step.
 */
export async function findOldestReady({ pool }: Database, accountId: string | null): Promise<OldestReady> {
  const { rows } = await pool.query<OldestReady>(
    `WITH RECURSIVE account (id) AS (
       ${accountId === null ? ACCOUNTS : "SELECT $1::uuid"}
     ), visited (account_id, bulk, domain, oldest_at) AS (
       SELECT first.* FROM account CROSS JOIN (VALUES (false), (true)) stream (bulk), LATERAL (
         SELECT r.account_id, r.bulk, r.domain, r.due_at FROM recipients r
         WHERE r.ready AND r.account_id = account.id AND r.bulk = stream.bulk ORDER BY r.domain, r.due_at LIMIT 1
       ) first WHERE NOT EXISTS (SELECT FROM queue_pauses p WHERE ${isPauseOf("account.id")} AND p.target = 'all')
       UNION ALL
       SELECT next.* FROM visited at, LATERAL (
         SELECT r.account_id, r.bulk, r.domain, r.due_at FROM recipients r
         WHERE r.ready AND r.account_id = at.account_id AND r.bulk = at.bulk AND r.domain > at.domain ORDER BY r.domain, r.due_at LIMIT 1
       ) next
     ), open AS MATERIALIZED (
       SELECT v.oldest_at FROM (SELECT * FROM visited LIMIT ${MAX_VISITED}) v LEFT JOIN provider_domains d ON d.domain = v.domain
       WHERE NOT EXISTS (SELECT FROM queue_pauses p WHERE ${isPauseOf("v.account_id")}
         AND (p.target = 'domain' AND p.name = v.domain OR p.target = 'destination' AND p.name IN (v.domain, d.provider)))
       LIMIT ${MAX_OPEN}
     )
     SELECT (SELECT min(oldest_at) FROM open) AS "oldestAt",
       CASE WHEN (SELECT count(*) FROM open) >= ${MAX_OPEN} THEN true
         ELSE (SELECT count(*) FROM (SELECT FROM visited LIMIT ${MAX_VISITED}) v) >= ${MAX_VISITED} END AS "isPartial"`,
    accountId === null ? [] : [accountId],
  );
  return rows[0] ?? { oldestAt: null, isPartial: false };
}

const isPauseOf = (account: string) => `p.account_id IN (${account}, '${EVERY_ACCOUNT}') AND ${IS_ON}`;

/** The accounts with ready mail. */
const ACCOUNTS = `(SELECT account_id FROM recipients WHERE ready ORDER BY account_id LIMIT 1)
       UNION ALL
       SELECT next.account_id FROM account, LATERAL (
         SELECT r.account_id FROM recipients r WHERE r.ready AND r.account_id > account.id ORDER BY r.account_id LIMIT 1
       ) next`;
