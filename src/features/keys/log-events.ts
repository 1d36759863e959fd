/** Log events of this feature, with their meaning for operators (docs/reference/log-events.md). */
export const keysLogEvents = {
  "abuse_guard.not_counted": "The abuse guard could not count the mail of API keys.",
  "abuse_guard.not_paused": "The abuse guard could not pause a key.",
  "key.paused": "The abuse guard paused an API key.",
  "keys.usage_not_written": "The time of the last use of API keys could not be stored.",
} as const;

type Own = typeof keysLogEvents;

declare module "../../platform/telemetry/log-events.ts" {
  interface LogEvents extends Own {}
}
