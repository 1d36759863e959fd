import type { AuditEvent } from "../../../api-types.ts";
import { countText } from "../../../ui/count-text.ts";

const ACTIONS: Record<AuditEvent["action"], string> = {
  "account.changed": "Changed",
  "member.invited": "Invited",
  "member.invitation_renewed": "Renewed",
  "member.invitation_revoked": "Revoked",
  "member.joined": "Joined",
  "member.removed": "Removed",
  "member.role_changed": "Changed",
  "user.signed_up": "Signed up",
  "user.signed_in": "Signed in",
  "user.code_refused": "Refused",
  "user.password_changed": "Changed",
  "user.password_reset": "Reset",
  "user.recovery_code_used": "Used",
  "user.recovery_codes_renewed": "Replaced",
  "user.second_factor_added": "Added",
  "user.second_factor_removed": "Removed",
  "domain.added": "Added",
  "domain.allowed": "Allowed",
  "domain.changed": "Changed",
  "domain.keys_rotated": "Rotated",
  "domain.removed": "Removed",
  "suppressions.added": "Added",
  "key.created": "Created",
  "key.changed": "Changed",
  "key.rotated": "Rotated",
  "key.revoked": "Revoked",
  "key.paused": "Paused",
  "key.resumed": "Resumed",
  "contacts.imported": "Imported",
  "suppression.removed": "Removed",
  "suppressions.imported": "Imported",
  "suppressions.removed": "Removed",
  "suppressions.restored": "Restored",
  "queue.paused": "Paused",
  "queue.held": "Held",
  "queue.resumed": "Resumed",
  "queue.retried": "Retried",
  "queue.purged": "Purged",
  "uncertain.resolved": "Resolved",
  "relay.created": "Created",
  "relay.changed": "Changed",
  "relay.removed": "Deleted",
  "routing_rule.created": "Created",
  "routing_rule.changed": "Changed",
  "routing_rule.removed": "Deleted",
  "pool.created": "Created",
  "pool.changed": "Changed",
  "pool.removed": "Deleted",
  "delivery_mode.changed": "Changed",
  "alert_rule.changed": "Changed",
  "tracking.changed": "Changed",
  "tracking.links_stopped": "Stopped",
  "tracking.links_resumed": "Resumed",
  "webhook.added": "Added",
  "webhook.changed": "Changed",
  "webhook.removed": "Deleted",
  "webhook.disabled": "Disabled",
  "webhook.secret_rotated": "Rotated",
  "webhook.secret_shown": "Shown",
};

export const AUDIT_ACTIONS: readonly string[] = Object.keys(ACTIONS).sort();

const FIELD_NAMES = new Map([
  ["name", "name"],
  ["permission", "permission"],
  ["from_domains", "domains"],
  ["networks", "networks"],
  ["expires_at", "expiry"],
  ["daily_limit", "recipients per day"],
  ["long_lines", "long lines over SMTP"],
  ["rate_per_second", "recipients per second"],
  ["max_connections", "connections"],
  ["enabled", "enabled"],
  ["default_from", "default sender"],
  ["retention_days", "retention in days"],
  ["event_retention_days", "retention of events in days"],
  ["on_uncertain", "if delivery is uncertain"],
  ["retry_seconds", "retry delays in seconds"],
  ["expire_after_seconds", "expiry in seconds"],
  ["rotate_every_days", "days between key rotations"],
]);

const NOUNS = new Map([
  ["domain", "Domain"],
  ["relay", "Relay"],
  ["routing_rule", "Routing rule"],
  ["pool", "Pool"],
  ["alert_rule", "Alert rule"],
]);

/** "Changed". An unknown action is shown as is. */
export function actionName(action: string): string {
  return new Map<string, string>(Object.entries(ACTIONS)).get(action) ?? action;
}

/** The object of the action. */
export function subjectName({ action, key, detail }: Pick<AuditEvent, "action" | "key" | "detail">): string {
  if (action === "account.changed") return "Account settings";
  if (action === "user.password_changed" || action === "user.password_reset") return "Password";
  if (action === "user.code_refused") return "Code";
  if (action.startsWith("user.second_factor_")) return "Authenticator app";
  if (action === "user.recovery_code_used") return "Recovery code";
  if (action === "user.recovery_codes_renewed") return "Recovery codes";
  if (action.startsWith("user.")) return "Dashboard";
  if (action.startsWith("member.invitation_")) return `Invitation of ${valueText(detail.email)}`;
  if (action === "member.role_changed") return `Role of ${valueText(detail.email)}`;
  if (action.startsWith("member.")) return valueText(detail.email);
  if (action === "domain.keys_rotated") return `DKIM keys of ${valueText(detail.name)}`;
  if (action === "suppressions.added")
    return detail.address === undefined
      ? countText(Number(detail.recipients), "suppression")
      : `Suppression of ${valueText(detail.address)}`;
  if (action === "suppression.removed") return `Suppression of ${valueText(detail.address)}`;
  if (action === "suppressions.imported") return "Imported suppressions";
  if (action === "contacts.imported") return "Imported contacts";
  if (action === "suppressions.removed") return countText(Number(detail.matched), "suppression");
  if (action === "suppressions.restored") return countText(Number(detail.removed), "suppression");
  if (action === "uncertain.resolved" && detail.recipients !== undefined)
    return `${countText(Number(detail.recipients), "recipient")} of a restored backup`;
  if (action === "uncertain.resolved")
    return `Recipient ${valueText(detail.position)} of ${valueText(detail.email_id)}`;
  if (action.startsWith("queue."))
    return detail.target === "all" ? "All mail in the queue" : `Mail to ${valueText(detail.name)}`;
  if (action === "delivery_mode.changed") return "Delivery mode";
  if (action === "tracking.changed")
    return detail.domain ? `Tracking of ${valueText(detail.domain)}` : "Tracking";
  if (action.startsWith("tracking.")) return "Tracked links";
  if (action === "webhook.secret_rotated" || action === "webhook.secret_shown")
    return `Secret of webhook ${valueText(detail.url)}`;
  if (action.startsWith("webhook.")) return `Webhook ${valueText(detail.url)}`;
  const noun = NOUNS.get(action.replace(/\..*/, ""));
  if (noun) return `${noun} ${valueText(detail.name)}${detail.of_instance === true ? " (instance)" : ""}`;
  return key?.name ? `API key ${key.name}` : "Deleted API key";
}

/** An event's detail, one line per item. */
export function describeDetail({ action, detail }: Pick<AuditEvent, "action" | "detail">): string[] {
  if (action === "key.rotated") return [overlapText(detail.overlap_seconds)];
  if (action === "key.paused" && typeof detail.reason === "string") return [detail.reason];
  if (action === "member.role_changed") return [`${valueText(detail.before)} → ${valueText(detail.role)}`];
  if (action === "member.invited" || action === "member.joined") return [`as ${valueText(detail.role)}`];
  if (action === "user.password_reset") return [valueText(detail.email)];
  if (action === "user.code_refused") return ["correct password, wrong code"];
  if (action === "user.second_factor_removed") return detail.email ? [valueText(detail.email)] : [];
  if (action === "suppressions.added") return [`reason: ${valueText(detail.reason)}`];
  if (action === "suppression.removed") return [`reason: ${valueText(detail.reason)}`];
  if (action === "suppressions.imported")
    return [`${valueText(detail.created)} new, ${valueText(detail.changed)} changed`];
  if (action === "contacts.imported")
    return [`${valueText(detail.created)} new, ${valueText(detail.updated)} changed`];
  if ((action === "suppressions.removed" || action === "suppressions.restored") && isRecord(detail.filter))
    return Object.entries(detail.filter).map(([name, value]) => `${name}: ${valueText(value)}`);
  if (action === "uncertain.resolved") return [detail.as === "retry" ? "retried" : "marked as delivered"];
  if (action === "queue.retried" || action === "queue.purged")
    return [countText(Number(detail.changed), "recipient")];
  if (action.startsWith("queue.")) return typeof detail.reason === "string" ? [detail.reason] : [];
  const changes = isRecord(detail.changes) ? detail.changes : detail;
  return Object.entries(changes).flatMap(([field, change]) =>
    isChange(change) ? (describeChange(action, field, change) ?? []) : [],
  );
}

/** For a created or removed object, only the value that is set. Null for its name, which is shown above. */
function describeChange(
  action: string,
  field: string,
  { from, to }: { from: unknown; to: unknown },
): string | null {
  // The summary of a rule says that it is one.
  const noun = field === "rule" ? "" : `${FIELD_NAMES.get(field) ?? field}: `;
  if (!/\.(created|removed)$/.test(action)) return `${noun}${valueText(from)} → ${valueText(to)}`;
  return field === "name" ? null : `${noun}${valueText(action.endsWith(".created") ? to : from)}`;
}

/** `keyName`: the name of a key by its id. */
export function actorName(
  { type, email, key_id }: AuditEvent["actor"],
  keyName: (id: number | null) => string,
): string {
  if (type === "operator") return "Operator";
  if (type === "system") return "Posthouse";
  if (type === "key") return keyName(key_id);
  return email ?? "Former user";
}

function overlapText(seconds: unknown): string {
  if (typeof seconds !== "number" || seconds === 0) return "previous secret revoked immediately";
  const hours = seconds / 3_600;
  const time = hours >= 48 ? `${Math.round(hours / 24)} days` : `${Math.round(hours * 10) / 10} h`;
  return `previous secret valid for another ${time}`;
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map(String).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isChange(value: unknown): value is { from: unknown; to: unknown } {
  return isRecord(value) && "to" in value;
}
