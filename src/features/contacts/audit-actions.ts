/** Actions of this feature in the audit log. */
export const CONTACTS_AUDIT_ACTIONS = ["contacts.imported"] as const;

type Declared = Record<(typeof CONTACTS_AUDIT_ACTIONS)[number], true>;

declare module "../audit/audit-action.ts" {
  interface AuditActions extends Declared {}
}
