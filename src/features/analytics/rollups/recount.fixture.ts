import type { Database } from "../../../platform/db/index.ts";

const HUMAN = "actor IN ('human', 'proxy')";

/** Every figure of the roll-ups, counted from the rows of mail. Written without the code that it checks. */
const RECOUNT = `
  WITH facts AS (
    SELECT account_id, created_at AS at, type, CASE WHEN type IN ('bounced', 'deferred') THEN coalesce(detail->>'meaning', '') ELSE '' END AS detail
    FROM events
    UNION ALL
    SELECT v.account_id, e.created_at, 'outcome_' || v.type, '' FROM events v JOIN emails e ON e.account_id = v.account_id AND e.id = v.email_id
    WHERE v.type IN ('delivered', 'bounced', 'expired', 'suppressed', 'captured', 'canceled') AND coalesce(v.detail->>'late', 'false') <> 'true'
    UNION ALL SELECT account_id, created_at, 'accepted', '' FROM emails
    UNION ALL SELECT r.account_id, e.created_at, 'recipients', '' FROM recipients r JOIN emails e ON e.account_id = r.account_id AND e.id = r.email_id
    UNION ALL SELECT account_id, created_at, kind, actor FROM engagements
    UNION ALL SELECT account_id, min(created_at), 'unique_' || kind, 'any' FROM engagements GROUP BY account_id, email_id, position, kind
    UNION ALL SELECT account_id, min(created_at), 'unique_' || kind, 'human' FROM engagements WHERE ${HUMAN} GROUP BY account_id, email_id, position, kind
  )
  SELECT account_id, date_bin($1::interval, at, '2000-01-01Z') AS bucket_at, type, detail, count(*)::integer AS count
  FROM facts GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`;

/**
 * Deliveries by bin of latency. The boundaries of bins are listed, and not computed by a logarithm. An email that no longer exists has
 * no latency.
 */
const RECOUNT_LATENCIES = `
  WITH bounds AS (SELECT array_agg(power(2::float8, k / 4.0::float8) ORDER BY k) AS list FROM generate_series(1, 200) k)
  SELECT v.account_id, date_bin($1::interval, v.created_at, '2000-01-01Z') AS bucket_at,
    width_bucket(extract(epoch FROM v.created_at - greatest(e.created_at, e.scheduled_at))::float8 * 1000, list) AS bin, count(*)::integer AS count
  FROM events v JOIN emails e ON e.account_id = v.account_id AND e.id = v.email_id, bounds
  WHERE v.type = 'delivered' GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`;

type CountedLatencies = { account_id: string; bucket_at: Date; bin: number; count: number };
type Counted = { account_id: string; bucket_at: Date; type: string; detail: string; count: number };

export async function recountMail({ pool }: Pick<Database, "pool">, minutes: number): Promise<Counted[]> {
  return (await pool.query<Counted>(RECOUNT, [`${minutes} minutes`])).rows;
}

/** The same figures, from the roll-ups. Both kinds of series have all mail. */
export async function readRollups(
  { pool }: Pick<Database, "pool">,
  minutes: number,
  kind: string,
): Promise<Counted[]> {
  const { rows } = await pool.query<Counted>(
    `SELECT c.account_id, bucket_at, type, detail, sum(count)::integer AS count
     FROM counts c JOIN count_series s ON s.account_id = c.account_id AND s.id = c.series_id
     WHERE step = $1 AND kind = $2 GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`,
    [minutes, kind],
  );
  return rows;
}

export async function recountLatencies(
  { pool }: Pick<Database, "pool">,
  minutes: number,
): Promise<CountedLatencies[]> {
  return (await pool.query<CountedLatencies>(RECOUNT_LATENCIES, [`${minutes} minutes`])).rows;
}

/** The same, from the roll-ups. */
export async function readLatencies(
  { pool }: Pick<Database, "pool">,
  minutes: number,
  kind: string,
): Promise<CountedLatencies[]> {
  const { rows } = await pool.query<CountedLatencies>(
    `SELECT l.account_id, bucket_at, bin, sum(count)::integer AS count
     FROM latencies l JOIN count_series s ON s.account_id = l.account_id AND s.id = l.series_id
     WHERE step = $1 AND kind = $2 GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
    [minutes, kind],
  );
  return rows;
}
