/** Log events of this feature, with their meaning for operators (docs/reference/log-events.md). */
export const METRICS_LOG_EVENTS = {
  "metrics.not_written": "The metrics of this process could not be stored.",
} as const;

type Own = typeof METRICS_LOG_EVENTS;

declare module "../../platform/telemetry/log-events.ts" {
  interface LogEvents extends Own {}
}
