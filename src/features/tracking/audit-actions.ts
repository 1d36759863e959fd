/** Actions of this feature in the audit log. */
export const TRACKING_AUDIT_ACTIONS = [
  "tracking.changed",
  "tracking.links_stopped",
  "tracking.links_resumed",
] as const;

type Declared = Record<(typeof TRACKING_AUDIT_ACTIONS)[number], true>;

declare module "../audit/audit-action.ts" {
  interface AuditActions extends Declared {}
}
