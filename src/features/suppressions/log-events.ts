/** Log events of this feature, with their meaning for operators (docs/reference/log-events.md). */
export const SUPPRESSIONS_LOG_EVENTS = {
  "suppressions.failed":
    "An address that rejected mail could not be suppressed, or its bounce could not be counted.",
} as const;

type Own = typeof SUPPRESSIONS_LOG_EVENTS;

declare module "../../platform/telemetry/log-events.ts" {
  interface LogEvents extends Own {}
}
