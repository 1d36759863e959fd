import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../../platform/db/index.ts";
import { Sums } from "./compute-metrics.ts";
import { COUNTS_ONCE } from "./facts-from-rows.ts";
import { formatPeriod, loadRange, type Range } from "./load-range.ts";
import { type MetricName, typesOf } from "./metric-catalog.ts";
import type { Question } from "./question.ts";
import type { MetricRow } from "./schema.ts";

type Dimension = "period" | "domain" | "email" | "reason";
type EmailQuestion = Pick<Question, "accountId" | "timeZone" | "granularity" | "metrics"> & {
  emailIds: readonly string[];
  dimensions: readonly Dimension[];
  domains: readonly string[] | null;
};
type EmailMetricRow = MetricRow & { email?: string };
type CountRow = { group: (string | number)[]; type: string; count: number };

/**
 * Figures of single emails, counted from their events, because roll-ups do not know emails. Only opens and clicks of people count.
 * The events of an email are few, and the caller limits the number of emails.
 */
export async function loadEmailMetrics(
  { db }: Database,
  question: EmailQuestion,
  ends: { from?: string | undefined; to?: string | undefined },
) {
  const { timeZone, granularity, dimensions, metrics } = question;
  const range = await loadRange(db, { timeZone, granularity, from: ends.from, to: ends.to });
  const total = new Sums();
  const groups = new Map<string, { group: CountRow["group"]; sums: Sums }>();
  for (const { group, type, count } of await countFacts(db, question, range)) {
    const key = JSON.stringify(group);
    const { sums } = groups.get(key) ?? { sums: new Sums() };
    groups.set(key, { group, sums });
    sums.addCount(type, count);
    total.addCount(type, count);
  }
  const rows = [...groups.values()].map(({ group, sums }) => ({
    ...Object.fromEntries(dimensions.map((name, n) => [name, shownValue(name, group[n], range)])),
    ...sums.valuesOf(metrics),
  }));
  return {
    from: range.from.toISOString(),
    to: range.to.toISOString(),
    totals: total.valuesOf(metrics) as Partial<Record<MetricName, number | null>>,
    rows: (dimensions.length === 0 ? [] : rows) as EmailMetricRow[],
  };
}

/** facts: every email, recipient, event, and open or click of a person, with its time. unique_…: only the first of each recipient. */
async function countFacts(
  db: Database["db"],
  { accountId, emailIds, domains, dimensions, metrics }: EmailQuestion,
  { from, to, periods }: Range,
): Promise<CountRow[]> {
  const at = periods.map(({ at }) => at.toISOString());
  const columnOf: Record<Dimension, RawBuilder<unknown>> = {
    period: sql`width_bucket(f.at, ${at}::timestamptz[]) - 1`,
    domain: sql`e.domain`,
    email: sql`e.id`,
    reason: sql`f.reason`,
  };
  const group = dimensions.map((name) => columnOf[name]);
  const { rows } = await sql<CountRow>`
    WITH asked AS MATERIALIZED (
      SELECT id, created_at, lower(split_part(mail_from->>'address', '@', -1)) AS domain FROM emails
      WHERE account_id = ${accountId} AND id = ANY (${emailIds}::uuid[])
    ), seen AS MATERIALIZED (
      SELECT email_id, position, kind, created_at FROM engagements
      WHERE account_id = ${accountId} AND email_id = ANY (${emailIds}::uuid[]) AND actor IN ('human', 'proxy')
    ), facts AS (
      SELECT email_id, type, CASE type WHEN 'bounced' THEN coalesce(detail->>'meaning', '') ELSE '' END AS reason, created_at AS at
      FROM events v WHERE account_id = ${accountId} AND email_id = ANY (${emailIds}::uuid[]) AND ${COUNTS_ONCE}
      UNION ALL SELECT email_id, kind, '', created_at FROM seen
      UNION ALL SELECT email_id, 'unique_' || kind, '', min(created_at) FROM seen GROUP BY email_id, position, kind
      UNION ALL SELECT id, 'accepted', '', created_at FROM asked
      UNION ALL SELECT r.email_id, 'recipients', '', a.created_at FROM recipients r JOIN asked a ON a.id = r.email_id
      WHERE r.account_id = ${accountId}
    )
    SELECT ${group.length === 0 ? sql`'[]'::jsonb` : sql`jsonb_build_array(${sql.join(group)})`} AS "group", f.type, count(*)::float8 AS count
    FROM facts f JOIN asked e ON e.id = f.email_id
    WHERE f.at >= ${from} AND f.at < ${to} AND f.type = ANY (${typesOf(metrics)})
      AND (${domains}::text[] IS NULL OR e.domain = ANY (${domains}::text[]))
    GROUP BY 1, 2 ORDER BY 1, 2`.execute(db);
  return rows;
}

function shownValue(name: Dimension, value: string | number | undefined, { periods }: Range) {
  const period = periods[Number(value)];
  return name === "period" && period ? formatPeriod(period) : String(value);
}
