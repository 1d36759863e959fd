/** Actions of this feature in the audit log. */
export const ACCOUNTS_AUDIT_ACTIONS = [
  "account.changed",
  "member.invitation_renewed",
  "member.invitation_revoked",
  "member.invited",
  "member.joined",
  "member.removed",
  "member.role_changed",
  "user.code_refused",
  "user.password_changed",
  "user.password_reset",
  "user.recovery_code_used",
  "user.recovery_codes_renewed",
  "user.second_factor_added",
  "user.second_factor_removed",
  "user.signed_in",
  "user.signed_up",
] as const;

type Declared = Record<(typeof ACCOUNTS_AUDIT_ACTIONS)[number], true>;

declare module "../audit/audit-action.ts" {
  interface AuditActions extends Declared {}
}
