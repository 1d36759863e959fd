/** Log events of this feature, with their meaning for operators (docs/reference/log-events.md). */
export const DOMAINS_LOG_EVENTS = {
  "domain.lost": "An account lost a sender domain.",
  "domain.transferred": "A sender domain went from one account to another.",
  "domain.verified": "An account verified a sender domain.",
  "domains.check_failed": "A sender domain could not be checked. It is checked again later.",
} as const;

type Own = typeof DOMAINS_LOG_EVENTS;

declare module "../../platform/telemetry/log-events.ts" {
  interface LogEvents extends Own {}
}
