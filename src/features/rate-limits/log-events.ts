/** Log events of this feature, with their meaning for operators (docs/reference/log-events.md). */
export const RATE_LIMITS_LOG_EVENTS = {
  "rate.not_shared":
    "A process could not share its rate limit counts. Until it can, each process enforces the limit by itself.",
} as const;

type Own = typeof RATE_LIMITS_LOG_EVENTS;

declare module "../../platform/telemetry/log-events.ts" {
  interface LogEvents extends Own {}
}
