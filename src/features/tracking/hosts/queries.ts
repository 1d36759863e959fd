/** SQL of tracking hosts. */
import { sql } from "kysely";
import type { Database } from "../../../platform/db/index.ts";
import type { DomainRef } from "../../domains/index.ts";

export type HostRow = {
  account_id: string;
  domain: string;
  host: string;
  verified_at: Date | null;
  broken_at: Date | null;
  problem: string | null;
};

/** A domain's host, as full name, in a statement with the domain's row `o`. */
export const HOST = `o.tracking_host || '.' || o.name`;

/**
 * Whether a row `h` of tracking_hosts may still be in mail that people read: people return to old mail, a year later for the last time. The
 * use of a host is noted once a day.
 */
export const IS_KEPT = `h.used_at > now() - interval '401 days'`;

/**
 * Claims hosts to check, all or that of one domain, each for one caller. If the caller is killed, they are due again after ten minutes.
 *
 * due: accounts take turns, and the one whose last check is oldest is first. Slow hosts of one account do not delay those of another. Within
 * an account, changed hosts are first, because a person waits for them.
 * retried: a host that was in use before is in use again. If its certificate could not be renewed meanwhile, it is ordered now.
 */
export async function claimDueHosts(
  { pool }: Database,
  limit: number,
  only: DomainRef | null = null,
): Promise<HostRow[]> {
  const { rows } = await pool.query<HostRow>(
    `WITH hosts AS (
       SELECT o.account_id, o.name, ${HOST} AS host, d.host IS DISTINCT FROM ${HOST} AS is_changed, d.check_at,
         max(d.checked_at) OVER (PARTITION BY o.account_id) AS account_checked_at
       FROM domains o
       LEFT JOIN tracking_domains d ON d.account_id = o.account_id AND d.domain = o.name
       WHERE o.tracking_host IS NOT NULL AND o.verified_at IS NOT NULL
         AND ($2::uuid IS NULL OR (o.account_id = $2 AND o.name = $3))
     ), due AS (
       SELECT account_id, name, host, is_changed FROM hosts WHERE is_changed OR check_at <= now()
       ORDER BY row_number() OVER (PARTITION BY account_id ORDER BY is_changed DESC, check_at, name),
         account_checked_at NULLS FIRST, account_id LIMIT $1
     ), retried AS (
       UPDATE tracking_certificates c SET due_at = now(), failures = 0 FROM due
       WHERE due.is_changed AND c.host = due.host AND c.failures > 0
     )
     INSERT INTO tracking_domains AS t (account_id, domain, host, check_at)
     SELECT account_id, name, host, now() + interval '10 minutes' FROM due
     ON CONFLICT (account_id, domain) DO UPDATE SET check_at = excluded.check_at, host = excluded.host,
       verified_at = CASE WHEN t.host = excluded.host THEN t.verified_at END,
       broken_at = CASE WHEN t.host = excluded.host THEN t.broken_at END,
       problem = CASE WHEN t.host = excluded.host THEN t.problem END
       WHERE t.host IS DISTINCT FROM excluded.host OR t.check_at <= now()
     RETURNING account_id, domain, host, verified_at, broken_at, problem`,
    [limit, only?.accountId ?? null, only?.name ?? null],
  );
  return rows;
}

/** Makes a domain's host due now. */
export async function makeHostDue({ db }: Database, { accountId, name }: DomainRef): Promise<void> {
  await db
    .updateTable("tracking_domains")
    .set({ check_at: sql<Date>`now()` })
    .where("account_id", "=", accountId)
    .where("domain", "=", name)
    .execute();
}

export type CheckedHost = Pick<HostRow, "verified_at" | "broken_at" | "problem"> & { check_at: Date };

/** Stores the result of a check, unless the host was changed during the check. A verified host is noted as in use. */
export async function saveHostCheck(
  { pool }: Database,
  { account_id, domain, host }: HostRow,
  { verified_at, broken_at, problem, check_at }: CheckedHost,
): Promise<void> {
  await pool.query(
    `WITH saved AS (
       UPDATE tracking_domains SET verified_at = $4, broken_at = $5, problem = $6, check_at = $7, checked_at = now()
       WHERE account_id = $1 AND domain = $2 AND host = $3 RETURNING account_id, host, verified_at
     )
     INSERT INTO tracking_hosts (host, account_id) SELECT host, account_id FROM saved WHERE verified_at IS NOT NULL
     ON CONFLICT (host) DO UPDATE SET account_id = excluded.account_id, used_at = now()`,
    [account_id, domain, host, verified_at, broken_at, problem, check_at],
  );
}

/** Whether an account that owns the domain uses this tracking host, or mail that was sent does. Any visitor can cause this query, so these are index look-ups. */
export async function isTrackingHost({ pool }: Database, host: string): Promise<boolean> {
  const { rows } = await pool.query(
    `SELECT FROM domains o WHERE o.tracking_host IS NOT NULL AND o.verified_at IS NOT NULL AND ${HOST} = $1
       AND o.name = ANY ($2::text[])
     UNION ALL SELECT FROM tracking_hosts h WHERE h.host = $1 AND ${IS_KEPT} LIMIT 1`,
    [host, parentsOf(host)],
  );
  return rows.length > 0;
}

function parentsOf(host: string): string[] {
  const labels = host.split(".");
  return labels.slice(1).map((_, index) => labels.slice(index + 1).join("."));
}

export type BrokenHost = { account: string; domain: string; host: string; problem: string | null };

/** Returns the hosts of verified domains that were verified and no longer work. */
export async function listBrokenHosts({ pool }: Pick<Database, "pool">): Promise<BrokenHost[]> {
  const { rows } = await pool.query<BrokenHost>(
    `SELECT a.name AS account, t.domain, t.host, t.problem FROM tracking_domains t
     JOIN domains o ON o.account_id = t.account_id AND o.name = t.domain AND t.host = ${HOST}
     JOIN accounts a ON a.id = t.account_id
     WHERE t.broken_at IS NOT NULL AND o.verified_at IS NOT NULL ORDER BY t.host LIMIT 100`,
  );
  return rows;
}
