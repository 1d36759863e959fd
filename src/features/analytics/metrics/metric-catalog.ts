/** The metrics of `GET /metrics`: the types that each counts, and its meaning. */

type CountMetric = { of: readonly string[]; meaning: string };

/** Counted at the time of the event. A metric has the name of its event, if there is one. */
const COUNTS = {
  accepted: { of: ["accepted"], meaning: "Emails accepted. They have no `provider` and no `route`." },
  recipients: { of: ["recipients"], meaning: "Recipients of accepted emails. They have no `route` yet." },
  tracked: {
    of: ["tracked"],
    meaning: "Recipients of accepted emails whose opens or clicks are tracked. They have no `route` yet.",
  },
  delivered: {
    of: ["delivered"],
    meaning: "Recipients that became `delivered`, without those that bounced later.",
  },
  captured: { of: ["captured"], meaning: "Recipients that became `captured`." },
  deferred: { of: ["deferred"], meaning: "Deferred attempts. A recipient can be deferred more than once." },
  bounced: { of: ["bounced"], meaning: "Recipients that became `bounced`, also after the delivery." },
  suppressed: { of: ["suppressed"], meaning: "Recipients that became `suppressed`." },
  canceled: { of: ["canceled"], meaning: "Recipients that became `canceled`." },
  expired: { of: ["expired"], meaning: "Recipients that became `expired`." },
  uncertain: {
    of: ["uncertain"],
    meaning: "Attempts after which it is uncertain whether the recipient got the mail.",
  },
  complained: { of: ["complained"], meaning: "Spam reports by recipients." },
} as const satisfies Record<string, CountMetric>;

/** Counted at the time at which the email was accepted, so that they add up to `recipients`. */
const OUTCOMES = {
  outcome_delivered: outcome("delivered"),
  outcome_captured: outcome("captured"),
  outcome_bounced: outcome("bounced"),
  outcome_suppressed: outcome("suppressed"),
  outcome_canceled: outcome("canceled"),
  outcome_expired: outcome("expired"),
} as const;

function outcome(state: string): CountMetric {
  return {
    of: [`outcome_${state}`],
    meaning: `Recipients of emails accepted in the period that became \`${state}\`, in the period or later.`,
  };
}

/** Only opens and clicks of the requested actor count. */
const ENGAGEMENTS = {
  opened: { of: ["open"], meaning: "Opens." },
  clicked: { of: ["click"], meaning: "Clicks." },
  unique_opened: { of: ["unique_open"], meaning: "First opens, one for each recipient." },
  unique_clicked: { of: ["unique_click"], meaning: "First clicks, one for each recipient." },
  unsubscribed: { of: ["unsubscribe"], meaning: "Requests to unsubscribe." },
} as const satisfies Record<string, CountMetric>;

/** Computed from counts. Null without a denominator. */
const DERIVED = {
  outcome_open: {
    of: ["recipients", ...Object.keys(OUTCOMES)],
    meaning: "Recipients of emails accepted in the period that have no final outcome yet.",
  },
  delivery_rate: {
    of: ["delivered", "bounced", "expired"],
    meaning: "`delivered` divided by `delivered`, `bounced` and `expired` together.",
  },
  bounce_rate: {
    of: ["delivered", "bounced", "expired"],
    meaning: "`bounced` divided by `delivered`, `bounced` and `expired` together.",
  },
  complaint_rate: { of: ["delivered", "complained"], meaning: "`complained` divided by `delivered`." },
  open_rate: {
    of: ["delivered", "unique_open"],
    meaning: "`unique_opened` divided by `delivered`, also of mail that was not tracked.",
  },
  click_rate: {
    of: ["delivered", "unique_click"],
    meaning: "`unique_clicked` divided by `delivered`, also of mail that was not tracked.",
  },
} as const satisfies Record<string, CountMetric>;

/** From acceptance, or from the scheduled time, to delivery, by the time of the delivery. */
const LATENCIES = {
  latency_p50_ms: {
    percentile: 0.5,
    meaning: "Half of the deliveries took at most this long, in milliseconds.",
  },
  latency_p95_ms: {
    percentile: 0.95,
    meaning: "95% of the deliveries took at most this long, in milliseconds.",
  },
  latency_p99_ms: {
    percentile: 0.99,
    meaning: "99% of the deliveries took at most this long, in milliseconds.",
  },
} as const;

export const COUNT_METRICS: Readonly<Record<string, CountMetric>> = {
  ...COUNTS,
  ...OUTCOMES,
  ...ENGAGEMENTS,
};
export const DERIVED_METRICS: Readonly<Record<keyof typeof DERIVED, CountMetric>> = DERIVED;
export const LATENCY_METRICS: Readonly<
  Record<keyof typeof LATENCIES, { percentile: number; meaning: string }>
> = LATENCIES;
export const OUTCOME_METRICS = Object.keys(OUTCOMES) as (keyof typeof OUTCOMES)[];

export type MetricName =
  | keyof typeof COUNTS
  | keyof typeof OUTCOMES
  | keyof typeof ENGAGEMENTS
  | keyof typeof DERIVED
  | keyof typeof LATENCIES;

export const METRIC_NAMES = [COUNTS, OUTCOMES, ENGAGEMENTS, DERIVED, LATENCIES].flatMap((part) =>
  Object.keys(part),
) as MetricName[];

/** The metrics with the dimension `reason`. */
export const METRICS_WITH_REASON: readonly MetricName[] = ["bounced", "deferred"];
/** The first open or click of a recipient is counted for people and for all actors, not for each actor. */
export const METRICS_OF_FIRSTS: readonly MetricName[] = [
  "unique_opened",
  "unique_clicked",
  "open_rate",
  "click_rate",
];

export function meaningOfMetric(name: MetricName): string {
  const { [name]: metric } = { ...COUNTS, ...OUTCOMES, ...ENGAGEMENTS, ...DERIVED, ...LATENCIES };
  return metric.meaning;
}

/** The types in the roll-ups that these metrics are computed from. */
export function typesOf(metrics: readonly MetricName[]): string[] {
  const all: Record<string, CountMetric> = { ...COUNT_METRICS, ...DERIVED_METRICS };
  return [...new Set(metrics.flatMap((name) => all[name]?.of ?? []))];
}
