/** Log events of this feature, with their meaning for operators (docs/reference/log-events.md). */
export const WEBHOOKS_LOG_EVENTS = {
  "webhooks.interrupted":
    "Events could not be read or stored for webhooks. Sending goes on; no event is lost.",
} as const;

type Own = typeof WEBHOOKS_LOG_EVENTS;

declare module "../../platform/telemetry/log-events.ts" {
  interface LogEvents extends Own {}
}
