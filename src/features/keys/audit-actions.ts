/** Actions of this feature in the audit log. */
export const KEYS_AUDIT_ACTIONS = [
  "key.created",
  "key.changed",
  "key.rotated",
  "key.revoked",
  "key.paused",
  "key.resumed",
] as const;

type Declared = Record<(typeof KEYS_AUDIT_ACTIONS)[number], true>;

declare module "../audit/audit-action.ts" {
  interface AuditActions extends Declared {}
}
