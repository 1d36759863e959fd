import { type Static, type TNull, type TNumber, type TOptional, type TUnion, Type } from "typebox";
import { METRIC_NAMES, type MetricName, meaningOfMetric } from "./metric-catalog.ts";
import { ACTORS, DIMENSIONS, GRANULARITIES } from "./question.ts";

/** Periods in one response. A chart cannot show more. */
export const MAX_PERIODS = 10_000;
/** Rows in one response, with all dimensions. */
export const MAX_ROWS = 10_000;

const list = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(", ");
const text = (description: string, examples: string[] = []) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 300, description, examples }));

export const metricsQuery = Type.Object(
  {
    from: text(
      "The beginning of the range: a time, or a date for the beginning of that day in `time_zone`. Rounded down to 15 minutes. Default: 29 days before today.",
      ["2026-11-01"],
    ),
    to: text(
      "The end of the range, not included: a time, or a date for the beginning of that day in `time_zone`. Rounded up to 15 minutes. Default: now.",
      ["2026-12-01"],
    ),
    time_zone: text("The IANA time zone in which days, weeks, months and hours begin. Default: `UTC`.", [
      "Asia/Kolkata",
    ]),
    granularity: Type.Optional(
      Type.Unsafe<(typeof GRANULARITIES)[number]>({
        type: "string",
        enum: GRANULARITIES,
        default: "day",
        description: "The length of a period. Weeks begin on Monday.",
      }),
    ),
    metrics: text(
      `The metrics, separated by commas. Default: all metrics that the dimensions allow. ${METRIC_NAMES.map((name) => `\`${name}\`: ${meaningOfMetric(name)}`).join(" ")}`,
      ["delivered,bounce_rate,latency_p95_ms"],
    ),
    dimensions: text(
      `The dimensions by which rows are grouped, separated by commas: ${list(DIMENSIONS)}. Without dimensions, there are only totals. An email counts in the row of each of its \`tag\`s. \`tag\` together with \`key\`, \`provider\` or \`route\` is counted from the emails and events themselves, as far as they are kept, in ranges with up to a million of them. \`reason\` is available for \`bounced\` and \`deferred\` only.`,
      ["period,provider"],
    ),
    actor: Type.Optional(
      Type.Unsafe<(typeof ACTORS)[number]>({
        type: "string",
        enum: ACTORS,
        default: "human",
        description:
          "The actor whose opens and clicks count. `human` includes image proxies; `any` includes programs. `unique_opened`, `unique_clicked`, `open_rate` and `click_rate` exist only for these two.",
      }),
    ),
    domain: text("Only mail from this sender domain."),
    stream: text("Only mail of this stream: `transactional` or `bulk`."),
    key: Type.Optional(
      Type.Integer({ minimum: 1, description: "Only mail sent with the API key with this id." }),
    ),
    provider: text("Only mail to this mailbox provider, as the dimension names it.", ["google.com"]),
    route: text("Only mail sent by this route, as the dimension names it.", ["relay mailgun-eu"]),
    tag: text("Only mail with this tag, as `name:value`.", ["campaign:launch"]),
  },
  { additionalProperties: false },
);
export type MetricsQuery = Static<typeof metricsQuery>;

type Value = TOptional<TUnion<[TNumber, TNull]>>;

const values = Object.fromEntries(
  METRIC_NAMES.map((name) => [
    name,
    Type.Optional(Type.Union([Type.Number(), Type.Null()], { description: meaningOfMetric(name) })),
  ]),
) as Record<MetricName, Value>;

const row = Type.Object({
  period: Type.Optional(
    Type.String({
      description: "The beginning of the period, with the offset of the time zone at that time.",
    }),
  ),
  domain: Type.Optional(Type.String()),
  stream: Type.Optional(Type.String()),
  tag: Type.Optional(Type.String({ description: "`name:value`. `(other)`: tags above the limit of 1,000." })),
  key: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  provider: Type.Optional(
    Type.String({
      description:
        "The domain of the provider's mail servers. `(other)`: providers above the limit of 100. Empty: unknown.",
    }),
  ),
  route: Type.Optional(Type.String({ description: "Empty: unknown, or there was no attempt." })),
  reason: Type.Optional(Type.String({ description: "The `meaning` of the rejection. Empty: unknown." })),
  weekday: Type.Optional(Type.Integer({ minimum: 1, maximum: 7, description: "1 is Monday." })),
  hour: Type.Optional(Type.Integer({ minimum: 0, maximum: 23 })),
  ...values,
});
export type MetricRow = Static<typeof row>;

export const metricsResponse = Type.Object({
  from: Type.String({ format: "date-time" }),
  to: Type.String({ format: "date-time", description: "Not included." }),
  time_zone: Type.String(),
  granularity: Type.String(),
  metrics: Type.Array(Type.String()),
  dimensions: Type.Array(Type.String()),
  counted_until: Type.Union([Type.String({ format: "date-time" }), Type.Null()], {
    description:
      "Outcomes of mail until then are counted. It is usually a second ago. An email that was being accepted at that time may follow a second later, opens and clicks half a minute later, and after an outage later than that.",
  }),
  totals: Type.Object(values, { description: "The figures of the whole range." }),
  rows: Type.Array(row, {
    description:
      "Sorted by the dimensions. With `period` as the only dimension, each period has a row. Otherwise, groups without events have none.",
  }),
});
