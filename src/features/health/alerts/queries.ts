/** The SQL that alert rules use. */
import type { Database } from "../../../platform/db/index.ts";
import type { OperatorPolicy } from "../../accounts/index.ts";

type AccountRow = { account_id: string; name: string };

export async function listAccountRates(
  { pool }: Database,
  minOutcomes: number,
): Promise<(AccountRow & { bounced: number; outcomes: number })[]> {
  const { rows } = await pool.query(
    `SELECT m.account_id, a.name, sum(m.bounced) AS bounced, sum(m.delivered + m.bounced) AS outcomes
     FROM queue_minutes m JOIN accounts a ON a.id = m.account_id WHERE m.minute > now() - interval '15 minutes'
     GROUP BY m.account_id, a.name HAVING sum(m.delivered + m.bounced) >= $1 AND sum(m.bounced) > 0 LIMIT 1000`,
    [minOutcomes],
  );
  return rows;
}

export async function listComplaintRates(
  { pool }: Database,
  minComplaints: number,
): Promise<(AccountRow & { complaints: number; delivered: number })[]> {
  const { rows } = await pool.query(
    `WITH complained AS (
       SELECT account_id, sum(count) AS complaints FROM daily_counts
       WHERE day = (now() AT TIME ZONE 'UTC')::date AND type = 'complained' GROUP BY account_id HAVING sum(count) >= $1
     )
     SELECT c.account_id, a.name, c.complaints::integer AS complaints, coalesce((
       SELECT sum(count) FROM daily_counts d
       WHERE d.account_id = c.account_id AND d.day = (now() AT TIME ZONE 'UTC')::date AND d.type = 'delivered'), 0)::integer AS delivered
     FROM complained c JOIN accounts a ON a.id = c.account_id LIMIT 1000`,
    [minComplaints],
  );
  return rows;
}

/** Names of relays that reject our credentials: relays in the database by their state, and relays from settings by a recent failure. */
export async function listRefusedRelays({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT name FROM relays WHERE state = 'auth_failed' AND enabled
     UNION SELECT substring(labels FROM '^route="(.*)"$') FROM metric_totals
     WHERE name = 'posthouse_relay_auth_failures_total' AND updated_at > now() - interval '5 minutes' ORDER BY 1 LIMIT 100`,
  );
  return rows.map(({ name }) => name);
}

/** Counts recipients with uncertain delivery of the last day, up to 10,000. */
export async function countUncertainLately({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    `SELECT count(*)::integer AS n FROM (SELECT FROM recipients
       WHERE state = 'uncertain' AND due_at IS NULL AND updated_at > now() - interval '1 day' LIMIT 10000) uncertain`,
  );
  return rows[0]?.n ?? 0;
}

/** Seconds that the oldest inbound mail has waited for a reader, or 0. A claimed message counts from the end of its lease. */
export async function secondsUnread({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ seconds: number | null }>(
    `SELECT greatest(0, extract(epoch FROM now() - min(due_at)))::float8 AS seconds
     FROM inbound_messages WHERE due_at IS NOT NULL`,
  );
  return rows[0]?.seconds ?? 0;
}

/** Finds the account that sends the instance's system mail: the first operator's. A self-hosted instance without operators uses the operator account. */
export async function findNoticeAccount(
  { pool }: Database,
  { firstAccountOperates }: OperatorPolicy,
): Promise<string | null> {
  const { rows } = await pool.query<{ id: string | null }>(
    `SELECT coalesce((SELECT m.account_id FROM people p JOIN memberships m ON m.person_id = p.id AND m.role = 'owner'
         WHERE p.is_operator ORDER BY p.created_at, m.joined_at LIMIT 1),
       CASE WHEN $1 THEN (SELECT id FROM accounts WHERE is_operator) END) AS id`,
    [firstAccountOperates],
  );
  return rows[0]?.id ?? null;
}
