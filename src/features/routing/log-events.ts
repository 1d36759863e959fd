/** Log events of this feature, with their meaning for operators (docs/reference/log-events.md). */
export const ROUTING_LOG_EVENTS = {
  "routes.not_read": "Relays and routing rules could not be read.",
} as const;

type Own = typeof ROUTING_LOG_EVENTS;

declare module "../../platform/telemetry/log-events.ts" {
  interface LogEvents extends Own {}
}
