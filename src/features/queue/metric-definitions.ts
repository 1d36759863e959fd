import type { MetricDefinition } from "../../platform/telemetry/index.ts";

/** Metrics of this feature. They are part of /metrics and docs/reference/metrics.md. */
export const QUEUE_METRICS = {
  posthouse_queue_recipients: {
    type: "gauge",
    labels: ["state"],
    help: "Recipients in the queue: waiting, in_flight, delayed, uncertain. Counted up to 10,000.",
  },
  posthouse_queue_oldest_seconds: {
    type: "gauge",
    labels: [],
    help: "How long the oldest due recipient that is not paused has waited.",
  },
} as const satisfies Record<string, MetricDefinition>;

type Declared = typeof QUEUE_METRICS;

declare module "../../platform/telemetry/metric-definitions.ts" {
  interface Metrics extends Declared {}
}
