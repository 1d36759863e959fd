/** Actions of this feature in the audit log. */
export const WEBHOOKS_AUDIT_ACTIONS = [
  "webhook.added",
  "webhook.changed",
  "webhook.removed",
  "webhook.disabled",
  "webhook.secret_rotated",
  "webhook.secret_shown",
] as const;

type Declared = Record<(typeof WEBHOOKS_AUDIT_ACTIONS)[number], true>;

declare module "../audit/audit-action.ts" {
  interface AuditActions extends Declared {}
}
