/** Actions of this feature in the audit log. */
export const SUPPRESSIONS_AUDIT_ACTIONS = [
  "suppression.removed",
  "suppressions.added",
  "suppressions.imported",
  "suppressions.removed",
  "suppressions.restored",
] as const;

type Declared = Record<(typeof SUPPRESSIONS_AUDIT_ACTIONS)[number], true>;

declare module "../audit/audit-action.ts" {
  interface AuditActions extends Declared {}
}
