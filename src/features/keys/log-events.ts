/** Log events of this feature, with their meaning for operators. */
export const KEYS_LOG_EVENTS = {
  "abuse_guard.not_counted": "The abuse guard could not count the mail of API keys.",
  "abuse_guard.not_paused": "The abuse guard could not pause a key.",
  "key.paused": "The abuse guard paused an API key.",
  "keys.usage_not_written": "The time of the last use of API keys could not be stored.",
} as const;

type Declared = typeof KEYS_LOG_EVENTS;

declare module "../../platform/telemetry/log-events.ts" {
  interface LogEvents extends Declared {}
}
