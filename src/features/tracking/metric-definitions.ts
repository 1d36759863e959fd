import type { MetricDefinition } from "../../platform/telemetry/index.ts";

/** Metrics of this feature. They are part of /metrics and docs/reference/metrics.md. */
export const TRACKING_METRICS = {
  posthouse_tracking_backlog_seconds: {
    type: "gauge",
    labels: ["process"],
    help: "Age of the oldest open or click of a machine that is not stored. Soon after a delivery, up to 21 s are normal.",
  },
  posthouse_tracking_hits_total: {
    type: "counter",
    labels: ["kind"],
    values: { kind: ["click", "open"] },
    help: "Requests for tracked links (click) and pixels (open) that were counted, from people and programs.",
  },
  posthouse_tracking_limited_total: {
    type: "counter",
    labels: [],
    help: "Requests for tracked links (click) and pixels (open) that were not counted, because the same one was requested too often.",
  },
  posthouse_tracking_lost_total: {
    type: "counter",
    labels: [],
    help: "Requests for tracked links and pixels that were not counted, because DATA_DIR was not writable for too long.",
  },
} as const satisfies Record<string, MetricDefinition>;

type Declared = typeof TRACKING_METRICS;

declare module "../../platform/telemetry/metric-definitions.ts" {
  interface Metrics extends Declared {}
}
