/** Log events of this feature, with their meaning for operators (docs/reference/log-events.md). */
export const WEBHOOKS_LOG_EVENTS = {
  "webhooks.interrupted":
    "Events for webhooks could not be read, or attempts could not be stored. Sending is retried; no event is lost.",
} as const;

type Own = typeof WEBHOOKS_LOG_EVENTS;

declare module "../../platform/telemetry/log-events.ts" {
  interface LogEvents extends Own {}
}
