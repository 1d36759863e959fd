/** Log events of this feature, with their meaning for operators (docs/reference/log-events.md). */
export const WEBHOOKS_LOG_EVENTS = {
  "webhooks.secret_lost":
    "Nothing is sent to a webhook, because its secret or headers were encrypted with another secret key. Its account must rotate the secret and set the headers again. Logged every five minutes for each webhook.",
  "webhooks.interrupted":
    "Events for webhooks could not be read, or attempts could not be stored. Sending is retried; no event is lost.",
} as const;

type Own = typeof WEBHOOKS_LOG_EVENTS;

declare module "../../platform/telemetry/log-events.ts" {
  interface LogEvents extends Own {}
}
