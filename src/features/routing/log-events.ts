/** Log events of this feature, with their meaning for operators (docs/reference/log-events.md). */
export const routingLogEvents = {
  "routes.not_read": "Relays and routing rules could not be read.",
} as const;

type Own = typeof routingLogEvents;

declare module "../../platform/telemetry/log-events.ts" {
  interface LogEvents extends Own {}
}
