import { sql } from "kysely";
import type { Db } from "../../../platform/db/index.ts";
import { BIN } from "../rollups/fact-queries.ts";
import { PROVIDER_DOMAINS } from "../rollups/mailbox-providers.ts";
import { LATE_MS } from "./count-agents.ts";
import type { Range } from "./load-range.ts";
import type { Question } from "./question.ts";
import { invalid } from "./read-question.ts";

/** Dimensions that the roll-ups of tags leave out: each would multiply the series of up to 1,000 tags (decision 68). */
const NOT_WITH_TAGS = ["key", "provider", "route"] as const;
/** Mail, events, opens and clicks that a question reads at most. */
const MAX_FACTS = 1_000_000;

/** Whether the roll-ups do not have the figures: the question asks for tags by key, provider or route. */
export function needsRows({ dimensions, filters }: Question): boolean {
  const usesTags = filters.tag !== undefined || dimensions.includes("tag");
  return usesTags && NOT_WITH_TAGS.some((name) => dimensions.includes(name) || filters[name] !== undefined);
}

/** Error: `validation_failed`, if the range has more facts than one question may read. */
export async function checkFacts(db: Db, { accountId }: Question, { from, to }: Range): Promise<void> {
  const { rows } = await sql<{ facts: number }>`
    SELECT coalesce(sum(c.count), 0)::float8 AS facts FROM count_series s JOIN counts c ON c.account_id = s.account_id AND c.series_id = s.id
    WHERE s.account_id = ${accountId} AND s.kind = 'all' AND c.step = 60 AND c.bucket_at > ${from}::timestamptz - interval '1 hour' AND c.bucket_at < ${to}
      AND c.type NOT LIKE 'outcome_%' AND c.type NOT LIKE 'unique_%'`.execute(db);
  const facts = rows[0]?.facts ?? 0;
  if (facts > MAX_FACTS)
    throw invalid(
      "from",
      `tags by key, provider or route are counted from at most ${MAX_FACTS} emails, recipients, events, opens and clicks, and the range has ${facts}; choose a shorter range`,
    );
}

/**
 * The account's tagged mail, from its rows, with the columns of the roll-ups: a row for each fact and tag. Each part of the union is read
 * only if the question has one of its types. Slower than roll-ups (decision 68): 0.6 s for 180,000 facts.
 *
 * `OFFSET 0` makes PostgreSQL look up the email of each fact by its id. Without it, a plan made before there are statistics of new mail
 * compares each fact with each email: 300 emails took 9 s, and 900 ran into the timeout.
 */
export function factsFromRows({ accountId, filters: { tag } }: Question, range: Range, types: string[]) {
  const from = sql`${range.from}::timestamptz`;
  const to = sql`${range.to}::timestamptz`;
  const asked = sql`${types}::text[]`;
  const needs = (...names: string[]) => sql`${asked} && ${names}::text[]`;
  const isTagged =
    tag === undefined ? sql`e.tags IS NOT NULL` : sql`e.tags @> ${JSON.stringify([tag])}::jsonb`;
  // Ids and times come from different clocks.
  const idsIn = (id: string, lateMs = 86_400_000) =>
    sql`${sql.ref(id)} > event_id(${from} - interval '1 day', ${ZEROS}) AND ${sql.ref(id)} < event_id(${to} + make_interval(secs => ${lateMs / 1_000}), ${ZEROS})`;
  const inRange = (time: string) => sql`${sql.ref(time)} >= ${from} AND ${sql.ref(time)} < ${to}`;
  return sql`(
    WITH mail AS MATERIALIZED (
      -- Emails that were accepted in the range.
      SELECT e.id, e.created_at, e.tracking IS NOT NULL AS is_tracked FROM emails e
      WHERE e.account_id = ${accountId} AND ${idsIn("e.id")} AND ${inRange("e.created_at")} AND ${isTagged}
    ), seen AS MATERIALIZED (
      SELECT n.email_id, n.position, n.kind, n.actor, n.created_at FROM engagements n
      WHERE n.account_id = ${accountId} AND ${idsIn("n.id", LATE_MS)} AND ${inRange("n.created_at")} AND ${needs("open", "click", "unsubscribe", "unique_open", "unique_click")}
    ), fact AS (
      SELECT id AS email_id, NULL::smallint AS position, 'accepted' AS type, '' AS detail, '' AS route, created_at FROM mail
      WHERE ${needs("accepted")}
      UNION ALL
      SELECT r.email_id, r.position, 'recipients', '', '', mail.created_at
      FROM mail JOIN recipients r ON r.account_id = ${accountId} AND r.email_id = mail.id WHERE ${needs("recipients")}
      UNION ALL
      SELECT r.email_id, r.position, 'tracked', '', '', mail.created_at
      FROM mail JOIN recipients r ON r.account_id = ${accountId} AND r.email_id = mail.id WHERE is_tracked AND ${needs("tracked")}
      UNION ALL
      -- Outcomes may be later than the range.
      SELECT v.email_id, v.position, 'outcome_' || v.type, '', v.detail->>'route', mail.created_at
      FROM mail JOIN events v ON v.account_id = ${accountId} AND v.email_id = mail.id
      WHERE 'outcome_' || v.type = ANY (${asked}) AND ${COUNTS_ONCE}
      UNION ALL
      SELECT v.email_id, v.position, v.type, CASE WHEN v.type IN ('bounced', 'deferred') THEN coalesce(v.detail->>'meaning', '') ELSE '' END,
        v.detail->>'route', v.created_at
      FROM events v WHERE v.account_id = ${accountId} AND ${idsIn("v.id")} AND ${inRange("v.created_at")} AND v.type = ANY (${asked}) AND ${COUNTS_ONCE}
      UNION ALL
      SELECT b.email_id, b.position, 'latency', '', b.detail->>'route', b.created_at
      FROM events b WHERE b.account_id = ${accountId} AND ${idsIn("b.id")} AND ${inRange("b.created_at")} AND b.type = 'delivered' AND b.detail ? 'route' AND ${needs("latency")}
      UNION ALL
      SELECT email_id, position, kind, actor, NULL, created_at FROM seen
      UNION ALL
      -- The first open or click of a recipient, of people and of all.
      SELECT email_id, position, 'unique_' || kind, who, NULL, min(created_at)
      FROM seen CROSS JOIN (VALUES ('any'), ('human')) a (who)
      WHERE (who = 'any' OR actor IN ('human', 'proxy')) AND NOT EXISTS (
        SELECT FROM engagements n WHERE n.account_id = ${accountId} AND n.email_id = seen.email_id AND n.position = seen.position AND n.kind = seen.kind
          AND n.created_at < ${from} AND (who = 'any' OR n.actor IN ('human', 'proxy')))
      GROUP BY email_id, position, kind, who
    )
    SELECT coalesce(lower(split_part(e.mail_from->>'address', '@', -1)), '') AS domain, coalesce(e.stream, 'transactional') AS stream,
      coalesce(e.api_key_id, 0) AS key_id, tag->>'name' AS tag_name, tag->>'value' AS tag_value, b.type, b.detail, b.created_at AS bucket_at,
      CASE WHEN b.type = 'latency' THEN ${sql.raw(BIN)} END AS bin,
      CASE WHEN b.type = 'accepted' THEN '' ELSE coalesce(k.provider, p.provider, r.domain, '') END AS provider,
      coalesce(b.route, CASE WHEN b.type = ANY (${WITHOUT_ROUTE}) THEN (
        SELECT v.detail->>'route' FROM events v
        WHERE v.account_id = ${accountId} AND v.email_id = b.email_id AND v.position = b.position
          AND v.type IN ('delivered', 'captured', 'uncertain') AND v.detail ? 'route' ORDER BY v.id DESC LIMIT 1) END, '') AS route
    FROM fact b CROSS JOIN LATERAL (SELECT * FROM emails e WHERE e.account_id = ${accountId} AND e.id = b.email_id AND ${isTagged} OFFSET 0) e
    LEFT JOIN recipients r ON r.account_id = ${accountId} AND r.email_id = b.email_id AND r.position = b.position
    LEFT JOIN jsonb_each_text(${JSON.stringify(PROVIDER_DOMAINS)}::jsonb) k (domain, provider) ON k.domain = r.domain
    LEFT JOIN provider_domains p ON p.domain = r.domain
    CROSS JOIN LATERAL (SELECT DISTINCT tag FROM jsonb_array_elements(e.tags) tag) each
  )`;
}

/** Facts without a route of their own count under the message's route. */
const WITHOUT_ROUTE = [
  ...["complained", "bounced", "outcome_bounced", "delivered", "outcome_delivered"],
  ...["open", "click", "unsubscribe", "unique_open", "unique_click"],
];
/** A bounce after the delivery replaces it; further bounces do not count. */
export const COUNTS_ONCE = sql`NOT v.detail ? 'further' AND NOT (v.type = 'delivered' AND EXISTS (
        SELECT FROM events x WHERE x.account_id = v.account_id AND x.email_id = v.email_id AND x.position = v.position AND x.id > v.id
          AND x.type = 'bounced' AND x.detail->'late' = 'true'))`;
const ZEROS = sql`decode(repeat('00', 16), 'hex')`;
