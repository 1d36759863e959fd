import { isHardReason } from "../../../mail/smtp/index.ts";
import type { MetricRow, Question } from "../../analytics/index.ts";

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
export type Metric = (typeof COUNTS)[number] | (typeof RATES)[number];
export const METRICS: readonly Metric[] = [...COUNTS, ...RATES];

/** Resend's figures of one row, or of all. */
export type Values = Partial<Record<Metric, number>>;

/** What Resend's figures are made of. */
export const COUNTED: Pick<Question, "metrics" | "actor"> = {
  metrics: [
    ...(["recipients", "delivered", "captured", "complained", "suppressed", "bounced"] as const),
    ...(["deferred", "expired"] as const),
    ...(["opened", "clicked", "unsubscribed", "unique_opened", "unique_clicked"] as const),
  ],
  actor: "human",
};
export const REASONS: Pick<Question, "metrics" | "actor"> = { metrics: ["bounced"], actor: "human" };

export function addTo(sums: Values, row: MetricRow): void {
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

export function addReason(sums: Values, { reason = "", bounced }: MetricRow): void {
  const kind = reason === "" ? "undetermined" : isHardReason(reason) ? "permanent" : "transient";
  const name = `bounced_${kind}` as const;
  sums[name] = (sums[name] ?? 0) + (bounced ?? 0);
}

/** The named figures, with their rates. */
export function shown(sums: Values, metrics: Metric[]): Values {
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
