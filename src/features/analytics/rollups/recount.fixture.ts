import type { Database } from "../../../platform/db/index.ts";

const HUMAN = "actor IN ('human', 'proxy')";

/** Recipients whose email bounced after it was delivered: they count as bounced only. */
export const RETURNED =
  "SELECT account_id, email_id, position FROM events WHERE type = 'bounced' AND detail->>'late' = 'true'";

/** Everything that the roll-ups count, from the rows of mail. Written without the code that it checks. */
const FACTS = `
  facts AS (
    SELECT account_id, email_id, created_at AS at, type,
      CASE WHEN type IN ('bounced', 'deferred') THEN coalesce(detail->>'meaning', '') ELSE '' END AS detail
    FROM events WHERE type NOT IN ('queued', 'scheduled') AND NOT detail ? 'further' AND NOT (type = 'delivered' AND (account_id, email_id, position) IN (${RETURNED}))
    UNION ALL
    SELECT v.account_id, email_id, e.created_at, 'outcome_' || v.type, '' FROM events v JOIN emails e ON e.account_id = v.account_id AND e.id = v.email_id
    WHERE v.type IN ('delivered', 'bounced', 'expired', 'suppressed', 'captured', 'canceled') AND NOT v.detail ? 'further'
      AND NOT (v.type = 'delivered' AND (v.account_id, v.email_id, v.position) IN (${RETURNED}))
    UNION ALL SELECT account_id, id, created_at, 'accepted', '' FROM emails
    UNION ALL
    SELECT r.account_id, email_id, e.created_at, 'recipients', '' FROM recipients r JOIN emails e ON e.account_id = r.account_id AND e.id = r.email_id
    UNION ALL
    SELECT r.account_id, email_id, e.created_at, 'tracked', '' FROM recipients r JOIN emails e ON e.account_id = r.account_id AND e.id = r.email_id
    WHERE e.tracking IS NOT NULL
    UNION ALL SELECT account_id, email_id, created_at, kind, actor FROM engagements
    UNION ALL
    SELECT account_id, email_id, min(created_at), 'unique_' || kind, 'any' FROM engagements GROUP BY account_id, email_id, position, kind
    UNION ALL
    SELECT account_id, email_id, min(created_at), 'unique_' || kind, 'human' FROM engagements WHERE ${HUMAN}
    GROUP BY account_id, email_id, position, kind
  )`;

/**
 * Deliveries by bin of latency. The boundaries of bins are listed, and not computed by a logarithm. An email that no longer exists has
 * no latency, and neither has a delivery that a person confirmed.
 */
const DELIVERIES = `
  bounds AS (
    SELECT array_agg(power(2::float8, k / 4.0::float8) ORDER BY k) AS list FROM generate_series(1, 200) k
  ), facts AS (
    SELECT v.account_id, email_id, v.created_at AS at,
      width_bucket(extract(epoch FROM v.created_at - greatest(e.created_at, e.scheduled_at))::float8 * 1000, list) AS bin
    FROM events v JOIN emails e ON e.account_id = v.account_id AND e.id = v.email_id, bounds
    WHERE v.type = 'delivered' AND v.detail ? 'route'
  )`;

/** Each tag of an email once, with the domain and the stream of the email. */
const TAGS = `
  tags AS (
    SELECT DISTINCT account_id, id AS email_id, lower(split_part(mail_from->>'address', '@', 2)) AS domain,
      coalesce(stream, 'transactional') AS stream, tag->>'name' AS tag_name, tag->>'value' AS tag_value
    FROM emails, jsonb_array_elements(tags) tag
  )`;

const BUCKET = "date_bin($1::interval, at, '2000-01-01Z') AS bucket_at";
const RECOUNT = `
  WITH ${FACTS} SELECT account_id, ${BUCKET}, type, detail, count(*)::integer AS count FROM facts
  GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`;
const RECOUNT_TAGS = `
  WITH ${FACTS}, ${TAGS}
  SELECT account_id, domain, stream, tag_name, tag_value, ${BUCKET}, type, detail, count(*)::integer AS count
  FROM facts JOIN tags USING (account_id, email_id) GROUP BY 1, 2, 3, 4, 5, 6, 7, 8 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8`;
const RECOUNT_LATENCIES = `
  WITH ${DELIVERIES} SELECT account_id, ${BUCKET}, bin, count(*)::integer AS count FROM facts GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`;
const RECOUNT_LATENCIES_OF_TAGS = `
  WITH ${DELIVERIES}, ${TAGS}
  SELECT account_id, domain, stream, tag_name, tag_value, ${BUCKET}, bin, count(*)::integer AS count
  FROM facts JOIN tags USING (account_id, email_id) GROUP BY 1, 2, 3, 4, 5, 6, 7 ORDER BY 1, 2, 3, 4, 5, 6, 7`;

type Pool = Pick<Database, "pool">;
type CountedLatencies = { account_id: string; bucket_at: Date; bin: number; count: number };
type Counted = { account_id: string; bucket_at: Date; type: string; detail: string; count: number };
type OfTag = { domain: string; stream: string; tag_name: string; tag_value: string };

export async function recountMail({ pool }: Pool, minutes: number): Promise<Counted[]> {
  return (await pool.query<Counted>(RECOUNT, [`${minutes} minutes`])).rows;
}

/** The same figures, from the roll-ups. The series "all" and "combination" have all mail. */
export async function readRollups({ pool }: Pool, minutes: number, kind: string): Promise<Counted[]> {
  const { rows } = await pool.query<Counted>(
    `SELECT c.account_id, bucket_at, type, detail, sum(count)::integer AS count
     FROM counts c JOIN count_series s ON s.account_id = c.account_id AND s.id = c.series_id
     WHERE step = $1 AND kind = $2 GROUP BY 1, 2, 3, 4 HAVING sum(count) <> 0 ORDER BY 1, 2, 3, 4`,
    [minutes, kind],
  );
  return rows;
}

export async function recountTags({ pool }: Pool, minutes: number): Promise<(OfTag & Counted)[]> {
  return (await pool.query<OfTag & Counted>(RECOUNT_TAGS, [`${minutes} minutes`])).rows;
}

/** The same, from the roll-ups. */
export async function readTags({ pool }: Pool, minutes: number): Promise<(OfTag & Counted)[]> {
  const { rows } = await pool.query<OfTag & Counted>(
    `SELECT c.account_id, domain, stream, tag_name, tag_value, bucket_at, type, detail, count::integer AS count
     FROM counts c JOIN count_series s ON s.account_id = c.account_id AND s.id = c.series_id
     WHERE step = $1 AND kind = 'tag' AND count <> 0 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8`,
    [minutes],
  );
  return rows;
}

export async function recountLatencies({ pool }: Pool, minutes: number): Promise<CountedLatencies[]> {
  return (await pool.query<CountedLatencies>(RECOUNT_LATENCIES, [`${minutes} minutes`])).rows;
}

/** The same, from the roll-ups. */
export async function readLatencies(
  { pool }: Pool,
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

export async function recountLatenciesOfTags(
  { pool }: Pool,
  minutes: number,
): Promise<(OfTag & CountedLatencies)[]> {
  return (await pool.query<OfTag & CountedLatencies>(RECOUNT_LATENCIES_OF_TAGS, [`${minutes} minutes`])).rows;
}

/** The same, from the roll-ups. */
export async function readLatenciesOfTags(
  { pool }: Pool,
  minutes: number,
): Promise<(OfTag & CountedLatencies)[]> {
  const { rows } = await pool.query<OfTag & CountedLatencies>(
    `SELECT l.account_id, domain, stream, tag_name, tag_value, bucket_at, bin, count::integer AS count
     FROM latencies l JOIN count_series s ON s.account_id = l.account_id AND s.id = l.series_id
     WHERE step = $1 AND kind = 'tag' ORDER BY 1, 2, 3, 4, 5, 6, 7`,
    [minutes],
  );
  return rows;
}
