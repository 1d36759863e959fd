/** All SQL of queue_minutes. */
import type { Database } from "../../../platform/db/index.ts";

export type MinuteCount = {
  accountId: string;
  domain: string;
  delivered: number;
  deferred: number;
  bounced: number;
  other: number;
};

/** Adds to the current minute of the database's clock. Rows are locked in key order, so that workers cannot deadlock. */
export async function addQueueMinutes({ pool }: Database, counts: MinuteCount[]): Promise<void> {
  await pool.query({
    name: "add-queue-minutes",
    text: `INSERT INTO queue_minutes AS m (account_id, domain, minute, delivered, deferred, bounced, other)
      SELECT account_id, domain, date_trunc('minute', now()), delivered, deferred, bounced, other
      FROM unnest($1::uuid[], $2::text[], $3::integer[], $4::integer[], $5::integer[], $6::integer[])
        AS c (account_id, domain, delivered, deferred, bounced, other) ORDER BY account_id, domain
      ON CONFLICT (account_id, domain, minute) DO UPDATE SET delivered = m.delivered + excluded.delivered,
        deferred = m.deferred + excluded.deferred, bounced = m.bounced + excluded.bounced, other = m.other + excluded.other`,
    values: [
      counts.map(({ accountId }) => accountId),
      counts.map(({ domain }) => domain),
      counts.map(({ delivered }) => delivered),
      counts.map(({ deferred }) => deferred),
      counts.map(({ bounced }) => bounced),
      counts.map(({ other }) => other),
    ],
  });
}

/** The queue page shows 15 minutes, and alerts evaluate one hour. */
export async function sweepQueueMinutes({ pool }: Database): Promise<void> {
  await pool.query("DELETE FROM queue_minutes WHERE minute < now() - interval '2 hours'");
}

/** Results of an account in the last 15 minutes. */
export type AccountRate = { account_id: string; name: string; bounced: number; outcomes: number };

/** Lists accounts with bounces and at least this many results. */
export async function listAccountRates({ pool }: Database, minOutcomes: number): Promise<AccountRate[]> {
  const { rows } = await pool.query(
    `SELECT m.account_id, a.name, sum(m.bounced) AS bounced, sum(m.delivered + m.bounced) AS outcomes
     FROM queue_minutes m JOIN accounts a ON a.id = m.account_id WHERE m.minute > now() - interval '15 minutes'
     GROUP BY m.account_id, a.name HAVING sum(m.delivered + m.bounced) >= $1 AND sum(m.bounced) > 0 LIMIT 1000`,
    [minOutcomes],
  );
  return rows;
}
