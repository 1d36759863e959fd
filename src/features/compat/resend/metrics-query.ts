import { type Static, Type } from "typebox";
import { errors } from "../../../platform/errors/index.ts";
import { isId } from "../../../platform/ids/index.ts";
import { readTimeZone } from "../../analytics/index.ts";
import { compatErrors } from "../errors.ts";
import { METRICS } from "./metric-sums.ts";

const GRANULARITIES = { hourly: "hour", daily: "day", weekly: "week", monthly: "month" } as const;
const DIMENSIONS = ["period", "domain", "email"] as const;
/** Figures of single emails are counted from their events. */
const MAX_EMAILS = 100;
/** The figures of each domain are read on their own. */
const MAX_DOMAINS = 50;
export type Dimension = (typeof DIMENSIONS)[number];

const text = Type.Optional(Type.String({ maxLength: 1_000 }));
/** Has room for more than MAX_EMAILS ids, so that the error names that limit. */
const list = Type.Optional(Type.String({ maxLength: 4_000 }));
export const metricsQuery = Type.Object({
  start_date: text,
  end_date: text,
  timezone: text,
  granularity: Type.Optional(
    Type.Union(Object.keys(GRANULARITIES).map((name) => Type.Literal(name as "hourly"))),
  ),
  metrics: text,
  dimensions: text,
  domain_id: list,
  email_id: list,
  broadcast_id: text,
});
type MetricsQuery = Static<typeof metricsQuery>;

/** Reads the query of `resend.emails.metrics()`. Errors: `validation_failed`, `not_implemented`. */
export function readMetricsQuery(query: MetricsQuery) {
  const { granularity = "daily" } = query;
  const dimensions = readDimensions(query);
  return {
    metrics: readList("metrics", query.metrics, METRICS) ?? [...METRICS],
    dimensions,
    granularity,
    unit: GRANULARITIES[granularity],
    timeZone: readTimeZone(query.timezone ?? "UTC"),
    ends: endsOf(query),
    domains: readDomains(query),
    emailIds: readEmailIds(query, dimensions),
  };
}

/** Null: the request names no domains. Each is listed once, because the totals are their sum. */
function readDomains({ domain_id }: MetricsQuery): string[] | null {
  if (domain_id === undefined) return null;
  const domains = [...new Set(domain_id.toLowerCase().split(","))];
  if (domains.length > MAX_DOMAINS) throw invalid("domain_id", `has more than ${MAX_DOMAINS} domains`);
  return domains;
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
