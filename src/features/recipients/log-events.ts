/** Log events of this feature, with their meaning for operators (docs/reference/log-events.md). */
export const RECIPIENTS_LOG_EVENTS = {
  "queue.notify_failed": "Workers could not be notified of new mail. They find it by polling.",
} as const;

type Own = typeof RECIPIENTS_LOG_EVENTS;

declare module "../../platform/telemetry/log-events.ts" {
  interface LogEvents extends Own {}
}
