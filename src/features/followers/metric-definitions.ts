import type { MetricDefinition } from "../../platform/telemetry/index.ts";

/** Metrics of this feature. They are part of /metrics and docs/reference/metrics.md. */
export const FOLLOWER_METRICS = {
  posthouse_follower_lag_seconds: {
    type: "gauge",
    labels: ["follower"],
    help: "How long events or accepted emails have waited for a follower of the event feed that does not move on: webhooks, statistics.",
  },
  posthouse_follower_lost_events: {
    type: "gauge",
    labels: ["follower"],
    help: "Events that retention removed before a follower had read them, for example because a webhook failed for too long.",
  },
} as const satisfies Record<string, MetricDefinition>;

type Declared = typeof FOLLOWER_METRICS;

declare module "../../platform/telemetry/metric-definitions.ts" {
  interface Metrics extends Declared {}
}
