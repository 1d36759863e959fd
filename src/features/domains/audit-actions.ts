/** Actions of this feature in the audit log. */
export const DOMAINS_AUDIT_ACTIONS = [
  "domain.added",
  "domain.allowed",
  "domain.changed",
  "domain.keys_rotated",
  "domain.removed",
] as const;

type Declared = Record<(typeof DOMAINS_AUDIT_ACTIONS)[number], true>;

declare module "../audit/audit-action.ts" {
  interface AuditActions extends Declared {}
}
