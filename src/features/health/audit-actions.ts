/** Actions of this feature in the audit log. */
export const HEALTH_AUDIT_ACTIONS = ["alert_rule.changed"] as const;

type Declared = Record<(typeof HEALTH_AUDIT_ACTIONS)[number], true>;

declare module "../audit/audit-action.ts" {
  interface AuditActions extends Declared {}
}
