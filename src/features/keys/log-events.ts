/** Log events of this feature, with their meaning for operators (docs/reference/log-events.md). */
export const KEYS_LOG_EVENTS = {
  "abuse_guard.not_counted":
    "The abuse guard could not store the counts of API keys. They are kept and stored later.",
  "abuse_guard.not_paused": "The abuse guard could not pause a key. The next count of the key retries.",
  "key.paused": "The abuse guard paused an API key.",
  "keys.usage_not_written": "The time of the last use of API keys could not be stored.",
} as const;

type Own = typeof KEYS_LOG_EVENTS;

declare module "../../platform/telemetry/log-events.ts" {
  interface LogEvents extends Own {}
}
