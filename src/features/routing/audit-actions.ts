/** Actions of this feature in the audit log. */
export const ROUTING_AUDIT_ACTIONS = [
  "relay.created",
  "relay.changed",
  "relay.removed",
  "routing_rule.created",
  "routing_rule.changed",
  "routing_rule.removed",
  "delivery_mode.changed",
  "pool.created",
  "pool.changed",
  "pool.removed",
] as const;

type Declared = Record<(typeof ROUTING_AUDIT_ACTIONS)[number], true>;

declare module "../audit/audit-action.ts" {
  interface AuditActions extends Declared {}
}
