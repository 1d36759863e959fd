import { type Static, Type } from "typebox";
import { isHardReason } from "../../../mail/smtp/index.ts";
import { errors } from "../../../platform/errors/index.ts";
import type { App } from "../../../platform/http/index.ts";
import { isId } from "../../../platform/ids/index.ts";
import {
  loadEmailMetrics,
  loadMetrics,
  type MetricRow,
  type Question,
  readTimeZone,
} from "../../analytics/index.ts";
import { compatErrors } from "../errors.ts";
import type { ResendDeps } from "./deps.ts";

const COUNTS = [
  "received",
  "delivered",
  "complained",
  "suppressed",
  "bounced",
  "bounced_transient",
  "bounced_permanent",
  "bounced_undetermined",
  "opened",
  "clicked",
  "unsubscribed",
  "delivery_delayed",
  "failed",
  "sent",
  "unique_opened",
  "unique_clicked",
] as const;
const RATES = [
  "delivery_rate",
  "open_rate",
  "click_rate",
  "bounce_rate",
  "complaint_rate",
  "unsubscribe_rate",
] as const;
type Metric = (typeof COUNTS)[number] | (typeof RATES)[number];
const METRICS: readonly Metric[] = [...COUNTS, ...RATES];

const GRANULARITIES = { hourly: "hour", daily: "day", weekly: "week", monthly: "month" } as const;
const DIMENSIONS = ["period", "domain", "email"] as const;
/** Figures of single emails are counted from their events. */
const MAX_EMAILS = 100;
type Dimension = (typeof DIMENSIONS)[number];

const text = Type.Optional(Type.String({ maxLength: 1_000 }));
const metricsQuery = Type.Object({
  start_date: text,
  end_date: text,
  timezone: text,
  granularity: Type.Optional(
    Type.Union(Object.keys(GRANULARITIES).map((name) => Type.Literal(name as "hourly"))),
  ),
  metrics: text,
  dimensions: text,
  domain_id: text,
  email_id: text,
  broadcast_id: text,
});
type MetricsQuery = Static<typeof metricsQuery>;

type Values = Partial<Record<Metric, number>>;
type Row = Values & { period?: string; domain_id?: string; domain_name?: string; email_id?: string };
type AskedRow = MetricRow & { email?: string };

/** `resend.emails.metrics()`. A domain's id is its name, because this API has no other ids of domains. */
export function metricsRoutes(app: App, { database }: ResendDeps): void {
  app.get(
    "/emails/metrics",
    { schema: { hide: true, querystring: metricsQuery } },
    async ({ principal, query }) => {
      const { granularity = "daily" } = query;
      const metrics = readList("metrics", query.metrics, METRICS) ?? [...METRICS];
      const dimensions = readDimensions(query);
      const asked = {
        granularity: GRANULARITIES[granularity],
        timeZone: readTimeZone(query.timezone ?? "UTC"),
        accountId: principal.accountId,
      };
      const parts = await loadParts(database, asked, { query, dimensions });
      const range = parts[0]?.counts;
      const rows = new Map<string, { row: Row; sums: Values }>();
      const totals: Values = {};
      for (const { counts, reasons } of parts) {
        addTo(totals, counts.totals as MetricRow);
        for (const row of counts.rows) addTo(rowOf(rows, row).sums, row);
        for (const row of reasons.rows) {
          addReason(totals, row);
          if (dimensions.length > 0) addReason(rowOf(rows, row).sums, row);
        }
      }
      return {
        object: "metrics",
        start_date: range?.from,
        end_date: range?.to,
        metrics,
        dimensions,
        granularity,
        totals: shown(totals, metrics),
        ...(dimensions.length > 0 && {
          data: [...rows.values()].map(({ row, sums }) => ({ ...row, ...shown(sums, metrics) })),
        }),
      };
    },
  );
}

type Asked = Pick<Question, "granularity" | "timeZone" | "accountId">;

/** Roll-ups of the account or of each domain; or, for emails that the request names, their events. */
async function loadParts(
  database: ResendDeps["database"],
  asked: Asked,
  { query, dimensions }: { query: MetricsQuery; dimensions: Dimension[] },
) {
  const ends = endsOf(query);
  const domains = query.domain_id?.split(",");
  const emailIds = readEmailIds(query, dimensions);
  if (emailIds !== null) {
    const question = { ...asked, emailIds, domains: domains?.map((name) => name.toLowerCase()) ?? null };
    const [counts, reasons] = await Promise.all([
      loadEmailMetrics(database, { ...question, metrics: COUNTED.metrics, dimensions }, ends),
      loadEmailMetrics(
        database,
        { ...question, metrics: REASONS.metrics, dimensions: [...dimensions, "reason"] },
        ends,
      ),
    ]);
    return [{ counts, reasons }];
  }
  const rolledUp = dimensions.filter((name) => name !== "email");
  return await Promise.all(
    (domains ?? [undefined]).map(async (domain) => {
      const question = {
        ...asked,
        dimensions: rolledUp,
        filters: domain === undefined ? {} : { domain: domain.toLowerCase() },
      };
      const [counts, reasons] = await Promise.all([
        loadMetrics(database, { ...question, ...COUNTED }, ends),
        loadMetrics(database, { ...question, ...REASONS, dimensions: [...rolledUp, "reason"] }, ends),
      ]);
      return { counts, reasons };
    }),
  );
}

/** Null: the request names no emails. */
function readEmailIds({ email_id }: MetricsQuery, dimensions: Dimension[]): string[] | null {
  const ids = email_id?.split(",") ?? [];
  if (ids.length === 0 && dimensions.includes("email"))
    throw compatErrors.not_implemented(
      `Metrics by email need the ids of the emails: name up to ${MAX_EMAILS} in \`email_id\`.`,
    );
  if (ids.length === 0) return null;
  if (ids.length > MAX_EMAILS) throw invalid("email_id", `has more than ${MAX_EMAILS} ids`);
  const wrong = ids.find((id) => !isId(id));
  if (wrong !== undefined) throw invalid("email_id", `has ${wrong}, which is not an email id`);
  return ids;
}

const COUNTED: Pick<Question, "metrics" | "actor"> = {
  metrics: [
    ...(["recipients", "delivered", "captured", "complained", "suppressed", "bounced"] as const),
    ...(["deferred", "expired"] as const),
    ...(["opened", "clicked", "unsubscribed", "unique_opened", "unique_clicked"] as const),
  ],
  actor: "human",
};
const REASONS: Pick<Question, "metrics" | "actor"> = { metrics: ["bounced"], actor: "human" };

function rowOf(rows: Map<string, { row: Row; sums: Values }>, { period, domain, email }: AskedRow) {
  const key = JSON.stringify([period, domain, email]);
  const found = rows.get(key);
  if (found) return found;
  const row = {
    ...(period !== undefined && { period: new Date(period).toISOString() }),
    ...(domain !== undefined && { domain_id: domain, domain_name: domain }),
    ...(email !== undefined && { email_id: email }),
  };
  const added = { row, sums: {} as Values };
  rows.set(key, added);
  return added;
}

function addTo(sums: Values, row: MetricRow): void {
  const counts: Values = {
    received: 0,
    // As in `last_event`: captured mail has reached its destination.
    delivered: (row.delivered ?? 0) + (row.captured ?? 0),
    complained: row.complained ?? 0,
    suppressed: row.suppressed ?? 0,
    bounced: row.bounced ?? 0,
    opened: row.opened ?? 0,
    clicked: row.clicked ?? 0,
    unsubscribed: row.unsubscribed ?? 0,
    delivery_delayed: row.deferred ?? 0,
    failed: row.expired ?? 0,
    sent: row.recipients ?? 0,
    unique_opened: row.unique_opened ?? 0,
    unique_clicked: row.unique_clicked ?? 0,
  };
  for (const [name, count] of Object.entries(counts) as [Metric, number][])
    sums[name] = (sums[name] ?? 0) + count;
}

function addReason(sums: Values, { reason = "", bounced }: MetricRow): void {
  const kind = reason === "" ? "undetermined" : isHardReason(reason) ? "permanent" : "transient";
  const name = `bounced_${kind}` as const;
  sums[name] = (sums[name] ?? 0) + (bounced ?? 0);
}

function shown(sums: Values, metrics: Metric[]): Values {
  const { sent = 0, delivered = 0 } = sums;
  const rate = (part = 0, whole = 0) => (whole === 0 ? 0 : part / whole);
  const all: Values = {
    bounced_transient: 0,
    bounced_permanent: 0,
    bounced_undetermined: 0,
    ...sums,
    delivery_rate: rate(delivered, sent),
    open_rate: rate(sums.unique_opened, delivered),
    click_rate: rate(sums.unique_clicked, delivered),
    bounce_rate: rate(sums.bounced, sent),
    complaint_rate: rate(sums.complained, delivered),
    unsubscribe_rate: rate(sums.unsubscribed, delivered),
  };
  return Object.fromEntries(metrics.map((name) => [name, all[name] ?? 0]));
}

/** Resend's default is the last 7 days. A date as the end includes that day. */
function endsOf({ start_date, end_date }: MetricsQuery): { from: string; to?: string } {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(end_date ?? "");
  const end = end_date === undefined ? new Date() : new Date(end_date);
  if (Number.isNaN(end.getTime())) throw invalid("end_date", "is not an ISO 8601 date or time");
  const day = (days: number) => new Date(end.getTime() + days * 86_400_000).toISOString().slice(0, 10);
  return { from: start_date ?? day(-6), ...(end_date !== undefined && { to: isDay ? day(1) : end_date }) };
}

function readDimensions({ dimensions, broadcast_id }: MetricsQuery): Dimension[] {
  if (dimensions?.split(",").includes("broadcast") || broadcast_id !== undefined)
    throw compatErrors.not_implemented(
      "Metrics of broadcasts are not supported yet. Use the dimensions period, domain and email.",
    );
  return readList("dimensions", dimensions, DIMENSIONS) ?? [];
}

function readList<Name extends string>(
  path: string,
  list: string | undefined,
  names: readonly Name[],
): Name[] | null {
  if (list === undefined || list === "") return null;
  return list.split(",").map((part) => {
    const name = names.find((one) => one === part);
    if (name === undefined) throw invalid(path, `has the unknown value ${part}; use ${names.join(", ")}`);
    return name;
  });
}

function invalid(path: string, message: string) {
  return errors.validation_failed(`The \`${path}\` parameter ${message}.`, { fields: [{ path, message }] });
}
