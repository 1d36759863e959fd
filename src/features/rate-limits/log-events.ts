/** Log events of this feature, with their meaning for operators. */
export const RATE_LIMITS_LOG_EVENTS = {
  "rate.not_shared": "Processes could not share the counts of rate limits.",
} as const;

type Declared = typeof RATE_LIMITS_LOG_EVENTS;

declare module "../../platform/telemetry/log-events.ts" {
  interface LogEvents extends Declared {}
}
