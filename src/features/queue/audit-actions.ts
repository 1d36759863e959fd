/** Actions of this feature in the audit log. */
export const QUEUE_AUDIT_ACTIONS = [
  "queue.paused",
  "queue.held",
  "queue.resumed",
  "queue.retried",
  "queue.purged",
  "uncertain.resolved",
] as const;

type Declared = Record<(typeof QUEUE_AUDIT_ACTIONS)[number], true>;

declare module "../audit/audit-action.ts" {
  interface AuditActions extends Declared {}
}
