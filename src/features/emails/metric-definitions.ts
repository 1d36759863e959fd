import type { MetricDefinition } from "../../platform/telemetry/index.ts";

/** Metrics of this feature. They are part of /metrics and docs/reference/metrics.md. */
export const EMAIL_METRICS = {
  posthouse_accepted_emails_total: { type: "counter", labels: [], help: "Emails accepted." },
} as const satisfies Record<string, MetricDefinition>;

type Declared = typeof EMAIL_METRICS;

declare module "../../platform/telemetry/metric-definitions.ts" {
  interface Metrics extends Declared {}
}
