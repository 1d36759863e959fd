/** Log events of this feature, with their meaning for operators (docs/reference/log-events.md). */
export const SESSIONS_LOG_EVENTS = {
  "session.not_touched": "The time of a session's last use could not be stored.",
} as const;

type Own = typeof SESSIONS_LOG_EVENTS;

declare module "../../platform/telemetry/log-events.ts" {
  interface LogEvents extends Own {}
}
