import type { MetricDefinition } from "../../platform/telemetry/index.ts";

/** Metrics of this feature. They are part of /metrics and docs/reference/metrics.md. */
export const DELIVERY_METRICS = {
  posthouse_attempts_total: {
    type: "counter",
    labels: ["route", "result"],
    help: "Finished attempts, one per recipient.",
  },
  posthouse_delivery_seconds: {
    type: "histogram",
    labels: [],
    help: "Time from when a recipient's mail was due until the next server accepted it.",
  },
  posthouse_relay_auth_failures_total: {
    type: "counter",
    labels: ["route"],
    help: "Attempts that a relay rejected because authentication failed.",
  },
} as const satisfies Record<string, MetricDefinition>;

type Declared = typeof DELIVERY_METRICS;

declare module "../../platform/telemetry/metric-definitions.ts" {
  interface Metrics extends Declared {}
}
