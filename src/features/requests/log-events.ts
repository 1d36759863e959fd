/** Log events of this feature, with their meaning for operators (docs/reference/log-events.md). */
export const REQUESTS_LOG_EVENTS = {
  "requests.dropped": "Requests are missing from the request log.",
  "requests.not_written": "The request log could not be written.",
} as const;

type Own = typeof REQUESTS_LOG_EVENTS;

declare module "../../platform/telemetry/log-events.ts" {
  interface LogEvents extends Own {}
}
