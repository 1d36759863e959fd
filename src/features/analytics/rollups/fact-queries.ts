/** SQL that groups events, engagements and accepted emails by what the roll-ups count. */
import { CompiledQuery } from "kysely";
import type { Db } from "../../../platform/db/index.ts";
import { ACCEPTANCE_EVENTS } from "../../recipients/index.ts";

/** The number of facts with the same values. */
export type FactGroup = {
  account_id: string;
  domain: string;
  stream: string;
  key_id: number;
  recipient_domain: string;
  /** The provider of the recipient's domain, if mail servers of the domain are known. */
  provider: string | null;
  route: string;
  tag_name: string | null;
  tag_value: string | null;
  bucket_at: Date;
  type: string;
  detail: string;
  /** Set for deliveries by their latency; null for counts. */
  bin: number | null;
  count: number;
};

export const BINS_PER_DOUBLING = 4;

const BUCKET = (time: string) => `date_bin('15 minutes', ${time}, '2000-01-01T00:00:00Z')`;

const OF_EMAIL = `e.tags,
    coalesce(lower(split_part(e.mail_from->>'address', '@', -1)), '') AS domain, coalesce(e.stream, 'transactional') AS stream,
    coalesce(e.api_key_id, 0) AS key_id`;

/** Once for all mail, and once for each tag, with its domain and stream (decision 68). */
const GROUPED = `
  SELECT c.account_id, c.domain, stream, key_id, recipient_domain, p.provider, route, NULL AS tag_name, NULL AS tag_value, bucket_at,
    type, detail, bin, sum(facts)::integer AS count
  FROM counted c LEFT JOIN provider_domains p ON p.domain = recipient_domain
  GROUP BY c.account_id, c.domain, stream, key_id, recipient_domain, p.provider, route, bucket_at, type, detail, bin
  UNION ALL
  SELECT account_id, domain, stream, 0, '', NULL, '', tag->>'name', tag->>'value', bucket_at, type, detail, bin, sum(facts)::integer
  FROM counted CROSS JOIN LATERAL (SELECT DISTINCT tag FROM jsonb_array_elements(tags) tag) each
  WHERE tags IS NOT NULL
  GROUP BY account_id, domain, stream, tag->>'name', tag->>'value', bucket_at, type, detail, bin`;

/**
 * The route of each recipient's message, from its last attempt that may have arrived. LATERAL reads the events of each email once, by their
 * index, and only in the months since its acceptance; with a day's slack, because ids and emails have different clocks.
 */
const routesOf = (mail: string) => `
    SELECT e.account_id, e.id AS email_id, v.position, v.route
    FROM (SELECT DISTINCT account_id, email_id FROM ${mail}) m JOIN emails e ON e.account_id = m.account_id AND e.id = m.email_id
    CROSS JOIN LATERAL (
      SELECT DISTINCT ON (position) position, detail->>'route' AS route FROM events
      WHERE account_id = e.account_id AND email_id = e.id AND id > event_id(e.created_at - interval '1 day', decode(repeat('00', 16), 'hex'))
        AND type IN ('delivered', 'captured', 'uncertain') AND detail ? 'route'
      ORDER BY position, id DESC) v`;

/** SQL for the time from the acceptance of an email, or its scheduled time, to an event. */
const LATENCY_MS =
  "extract(epoch FROM b.created_at - greatest(e.created_at, e.scheduled_at))::double precision * 1000";
/** SQL for the bin of a delivery `b` of an email `e`. */
export const BIN = `floor(ln(greatest(${LATENCY_MS}, 1)) / ln(2::double precision) * ${BINS_PER_DOUBLING})::integer`;
/**
 * Null if the event is no delivery, if it has no route because a person confirmed it later, or if its email no longer exists; `greatest`
 * ignores nulls, and would put it into the first bin. In double precision: the logarithm of a `numeric` took half of the statement's time.
 */
const LATENCY_BIN = `CASE WHEN b.type = 'delivered' AND b.detail ? 'route' AND e.id IS NOT NULL
    THEN ${BIN} END`;
const EQUAL =
  "account_id, domain, stream, key_id, recipient_domain, route, tags, bucket_at, accepted_bucket_at, type, detail, latency_bin";

/**
 * Events with $1 < id ≤ $2. Acceptance events are left out, because accepted mail is counted from a list. A bounce of a delivered email
 * (`late`) takes back the delivery in the buckets in which it was counted, so that each recipient counts once (decision 75). If retention
 * deleted the event of the delivery, its time is that of the recipient, and its route is not known. A bounce that changed nothing
 * (`further`) is not counted. 3,000 events take 16 ms; without `equal`, 25 ms (decision 68).
 */
const EVENTS = `
  WITH batch AS MATERIALIZED (
    SELECT account_id, email_id, id, position, type, detail, created_at FROM events
    WHERE id > $1 AND id <= $2 AND type <> ALL ('{${ACCEPTANCE_EVENTS.join(",")}}') AND NOT detail ? 'further'
  ), signed AS (
    SELECT account_id, email_id, position, type, detail, created_at, 1 AS sign FROM batch
    UNION ALL
    SELECT b.account_id, b.email_id, b.position, 'delivered', coalesce(v.detail, '{}'), coalesce(v.created_at, r.updated_at), -1
    FROM batch b LEFT JOIN LATERAL (
      SELECT detail, created_at FROM events v
      WHERE v.account_id = b.account_id AND v.email_id = b.email_id AND v.position = b.position AND v.type = 'delivered' AND v.id < b.id
      ORDER BY v.id DESC LIMIT 1
    ) v ON true LEFT JOIN recipients r ON r.account_id = b.account_id AND r.email_id = b.email_id AND r.position = b.position
    WHERE b.type = 'bounced' AND b.detail->'late' = 'true' AND coalesce(v.created_at, r.updated_at) IS NOT NULL
  ), returned AS (
    -- Spam reports, bounces that came back as a message, and deliveries that a person confirmed: few, and they name no route.
    SELECT account_id, email_id FROM batch WHERE type IN ('complained', 'bounced', 'delivered') AND NOT detail ? 'route'
  ), sent AS MATERIALIZED (${routesOf("returned")}
  ), fact AS (
    -- Each event with its email and recipient, which may be deleted.
    SELECT b.account_id, b.type, coalesce(b.detail->>'route', s.route, '') AS route, coalesce(r.domain, '') AS recipient_domain,
      CASE WHEN b.type IN ('bounced', 'deferred') THEN coalesce(b.detail->>'meaning', '') ELSE '' END AS detail,
      ${BUCKET("b.created_at")} AS bucket_at, ${BUCKET("e.created_at")} AS accepted_bucket_at,
      CASE WHEN sign = 1 THEN ${LATENCY_BIN} END AS latency_bin, sign, ${OF_EMAIL}
    FROM signed b LEFT JOIN emails e ON e.account_id = b.account_id AND e.id = b.email_id
    LEFT JOIN recipients r ON r.account_id = b.account_id AND r.email_id = b.email_id AND r.position = b.position
    LEFT JOIN sent s ON s.account_id = b.account_id AND s.email_id = b.email_id AND s.position = b.position AND b.type IN ('complained', 'bounced', 'delivered')
  ), equal AS MATERIALIZED (
    -- Events that count the same become one row, with their number.
    SELECT ${EQUAL}, sum(sign) AS facts FROM fact GROUP BY ${EQUAL}
  ), counted AS (
    -- By the time of the event; outcomes also by the time of acceptance; deliveries also by their latency.
    SELECT account_id, domain, stream, key_id, recipient_domain, route, tags, bucket_at, type, detail, NULL::integer AS bin, facts
    FROM equal
    UNION ALL
    SELECT account_id, domain, stream, key_id, recipient_domain, route, tags, accepted_bucket_at, 'outcome_' || type, '', NULL, facts
    FROM equal
    WHERE accepted_bucket_at IS NOT NULL
      AND type IN ('delivered', 'captured', 'bounced', 'suppressed', 'canceled', 'expired')
    UNION ALL
    SELECT account_id, domain, stream, key_id, recipient_domain, route, tags, bucket_at, type, '', latency_bin, facts
    FROM equal WHERE latency_bin IS NOT NULL
  ) ${GROUPED}`;

/**
 * Engagements with $1 < id ≤ $2, and the first open or click of each recipient. Engagements are stored late if they wait in a journal, so one
 * may be earlier than the first that was counted: it takes that one back, as a late bounce takes back the delivery. A row of
 * engagement_firsts without a time is older than the column and stays.
 */
const ENGAGEMENTS = `
  WITH batch AS MATERIALIZED (
    SELECT account_id, email_id, position, kind, actor, created_at FROM engagements WHERE id > $1 AND id <= $2
  ), earliest AS (
    SELECT account_id, email_id, position, kind, who AS actor, min(created_at) AS created_at
    FROM batch CROSS JOIN LATERAL (VALUES ('any'), ('human')) a (who)
    WHERE who = 'any' OR actor IN ('human', 'proxy')
    GROUP BY account_id, email_id, position, kind, who
  ), first AS MATERIALIZED (
    -- Only this follower writes the table, so the rows are those from before the statement.
    SELECT account_id, email_id, position, kind, actor, n.created_at, f.created_at AS counted_at
    FROM earliest n LEFT JOIN engagement_firsts f USING (account_id, email_id, position, kind, actor)
    WHERE f.account_id IS NULL OR n.created_at < f.created_at
  ), kept AS (
    INSERT INTO engagement_firsts (account_id, email_id, position, kind, actor, created_at)
    SELECT account_id, email_id, position, kind, actor, created_at FROM first
    ON CONFLICT (account_id, email_id, position, kind, actor) DO UPDATE SET created_at = excluded.created_at
  ), sent AS MATERIALIZED (${routesOf("batch")}
  ), fact AS (
    SELECT account_id, email_id, position, kind, actor, created_at, 1 AS sign FROM batch
    UNION ALL
    SELECT account_id, email_id, position, 'unique_' || kind, actor, created_at, 1 FROM first
    UNION ALL
    SELECT account_id, email_id, position, 'unique_' || kind, actor, counted_at, -1 FROM first WHERE counted_at IS NOT NULL
  ), counted AS (
    SELECT f.account_id, ${OF_EMAIL}, coalesce(r.domain, '') AS recipient_domain, coalesce(s.route, '') AS route,
      ${BUCKET("f.created_at")} AS bucket_at, f.kind AS type, f.actor AS detail, NULL::integer AS bin, sign AS facts
    FROM fact f LEFT JOIN emails e ON e.account_id = f.account_id AND e.id = f.email_id
    LEFT JOIN recipients r ON r.account_id = f.account_id AND r.email_id = f.email_id AND r.position = f.position
    LEFT JOIN sent s ON s.account_id = f.account_id AND s.email_id = f.email_id AND s.position = f.position
  ) ${GROUPED}`;

/** Accepted emails, and their recipients. $1, $2: accounts and ids of the emails. */
const ACCEPTED = `
  WITH accepted AS MATERIALIZED (
    SELECT e.account_id, e.id, e.tracking IS NOT NULL AS is_tracked, ${BUCKET("e.created_at")} AS bucket_at, ${OF_EMAIL}
    FROM unnest($1::uuid[], $2::uuid[]) AS a (account_id, id) JOIN emails e ON e.account_id = a.account_id AND e.id = a.id
  ), counted AS (
    SELECT account_id, domain, stream, key_id, '' AS recipient_domain, '' AS route, tags, bucket_at,
      'accepted' AS type, '' AS detail, NULL::integer AS bin, 1 AS facts
    FROM accepted
    UNION ALL
    SELECT a.account_id, a.domain, stream, key_id, r.domain, '', tags, bucket_at, type, '', NULL, 1
    FROM accepted a JOIN recipients r ON r.account_id = a.account_id AND r.email_id = a.id
    CROSS JOIN LATERAL (SELECT 'recipients' AS type UNION ALL SELECT 'tracked' WHERE is_tracked) each
  ) ${GROUPED}`;

type Range = { afterId: string; lastId: string };

export async function groupEvents(db: Db, { afterId, lastId }: Range): Promise<FactGroup[]> {
  const { rows } = await db.executeQuery<FactGroup>(CompiledQuery.raw(EVENTS, [afterId, lastId]));
  return rows;
}

export async function groupEngagements(db: Db, { afterId, lastId }: Range): Promise<FactGroup[]> {
  const { rows } = await db.executeQuery<FactGroup>(CompiledQuery.raw(ENGAGEMENTS, [afterId, lastId]));
  return rows;
}

export async function groupAccepted(
  db: Db,
  emails: { accountId: string; id: string }[],
): Promise<FactGroup[]> {
  if (emails.length === 0) return [];
  const values = [emails.map(({ accountId }) => accountId), emails.map(({ id }) => id)];
  const { rows } = await db.executeQuery<FactGroup>(CompiledQuery.raw(ACCEPTED, values));
  return rows;
}
