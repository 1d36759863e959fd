/** Log events of this feature, with their meaning for operators (docs/reference/log-events.md). */
export const HEALTH_LOG_EVENTS = {
  "alert.closed": "An incident is over.",
  "alert.not_notified": "People could not be notified of an incident. The next round tries again.",
  "alert.opened": "An alert rule found an incident.",
  "alert.rule_failed":
    "An alert rule could not be evaluated. Its alerts stay as they are, and other rules go on.",
} as const;

type Own = typeof HEALTH_LOG_EVENTS;

declare module "../../platform/telemetry/log-events.ts" {
  interface LogEvents extends Own {}
}
