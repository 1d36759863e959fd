import type { MetricDefinition } from "../../platform/telemetry/index.ts";

/** Metrics of every process. They are part of /metrics and docs/reference/metrics.md. */
export const PROCESS_METRICS = {
  posthouse_log_events_total: {
    type: "counter",
    labels: ["event"],
    help: "Log lines by event (log-events.md). delivery.fenced counts lost leases.",
  },
  posthouse_process_up: {
    type: "gauge",
    labels: ["process"],
    help: "Running processes: role, node and process id.",
  },
  posthouse_process_resident_memory_bytes: { type: "gauge", labels: ["process"], help: "Resident memory." },
  posthouse_disk_free_bytes: {
    type: "gauge",
    labels: ["process"],
    help: "Free space on the disk of DATA_DIR, as the process sees it.",
  },
  posthouse_event_loop_lag_seconds: {
    type: "gauge",
    labels: ["process"],
    help: "99th percentile of the event loop delay in the last seconds.",
  },
  posthouse_database_connections: { type: "gauge", labels: ["process"], help: "Connections to PostgreSQL." },
  posthouse_database_waiting: {
    type: "gauge",
    labels: ["process"],
    help: "Callers waiting for a connection to PostgreSQL.",
  },
} as const satisfies Record<string, MetricDefinition>;

type Declared = typeof PROCESS_METRICS;

declare module "../../platform/telemetry/metric-definitions.ts" {
  interface Metrics extends Declared {}
}
