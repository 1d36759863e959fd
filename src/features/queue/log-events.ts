/** Log events of this feature, with their meaning for operators (docs/reference/log-events.md). */
export const QUEUE_LOG_EVENTS = {
  "queue.not_audited":
    "A purge or a retry could not be stored in the audit log. The line says who did what, and how many recipients were changed.",
  "queue.not_counted": "Settled recipients could not be counted for the queue page.",
  "queue.restored": "The database was restored from a backup. Its due mail is held.",
} as const;

type Own = typeof QUEUE_LOG_EVENTS;

declare module "../../platform/telemetry/log-events.ts" {
  interface LogEvents extends Own {}
}
