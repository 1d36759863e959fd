/** Log events of this feature, with their meaning for operators (docs/reference/log-events.md). */
export const rateLimitsLogEvents = {
  "rate.not_shared": "Processes could not share the counts of rate limits.",
} as const;

type Own = typeof rateLimitsLogEvents;

declare module "../../platform/telemetry/log-events.ts" {
  interface LogEvents extends Own {}
}
