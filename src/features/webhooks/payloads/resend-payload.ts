import { timeOfId } from "../../../platform/ids/index.ts";
import type { WebhookEvent } from "../webhook-event.ts";
import { detailOf } from "./event-detail.ts";

/** Our types with Resend's names. A type that is not listed has the same name, or none. */
const NAMES: Record<string, string> = {
  "email.queued": "email.sent",
  "email.scheduled": "email.scheduled",
  "email.delivered": "email.delivered",
  // Captured mail has reached its destination, the inbox of the dashboard.
  "email.captured": "email.delivered",
  "email.deferred": "email.delivery_delayed",
  "email.bounced": "email.bounced",
  "email.complained": "email.complained",
  "email.suppressed": "email.suppressed",
  "email.expired": "email.failed",
  "email.opened": "email.opened",
  "email.clicked": "email.clicked",
  "suppression.added": "suppression.added",
  "suppression.removed": "suppression.removed",
  "domain.added": "domain.created",
  "domain.verified": "domain.updated",
  "domain.lost": "domain.updated",
  "domain.transferred": "domain.updated",
  "domain.removed": "domain.deleted",
  "contact.created": "contact.created",
  "contact.updated": "contact.updated",
  "contact.subscribed": "contact.updated",
  "contact.unsubscribed": "contact.updated",
  "contact.deleted": "contact.deleted",
};

/** Resend's `{ type, created_at, data }` (the SDK's `WebhookEventPayload`). */
export function resendPayload(event: WebhookEvent): object | null {
  const type = NAMES[event.type];
  if (type === undefined || isUnsubscribe(event)) return null;
  const data = event.mail ? dataOfMail(event, type) : dataOfAccount(event);
  return { type, created_at: event.createdAt.toISOString(), data };
}

/** Resend's suppressions block all mail. An unsubscribe blocks only bulk mail, and is reported by `contact.updated`. */
function isUnsubscribe({ type, data }: WebhookEvent): boolean {
  return type.startsWith("suppression.") && accountDetailOf(data).reason === "unsubscribe";
}

type AccountDetail = { address?: string; domain?: string; reason?: string; subscribed?: boolean };

/** An account event has our fields, the id of its subject, and the fields of Resend's that we know. */
function dataOfAccount(event: WebhookEvent): object {
  const { type, subject, createdAt, data } = event;
  const detail = accountDetailOf(data);
  // The ids of contacts have the time of their creation.
  const created = type.startsWith("contact.") ? timeOfId(subject) : createdAt;
  return { id: subject, created_at: created.toISOString(), ...detail, ...resendFieldsOf(type, detail) };
}

function accountDetailOf(data: WebhookEvent["data"]): AccountDetail {
  return (data as { detail?: AccountDetail } | null)?.detail ?? {};
}

function resendFieldsOf(type: string, { address, domain, reason = "", subscribed }: AccountDetail): object {
  if (domain !== undefined) {
    const status = DOMAIN_STATUSES[type];
    return { name: domain, ...(status !== undefined && { status }) };
  }
  if (address !== undefined) return { email: address, origin: ORIGINS[reason] ?? "manual" };
  return subscribed === undefined ? {} : { unsubscribed: !subscribed };
}

/** Resend's status of a domain after an event. A lost domain stays in the account, unverified. */
const DOMAIN_STATUSES: Record<string, string> = {
  "domain.added": "not_started",
  "domain.verified": "verified",
  "domain.lost": "failed",
  "domain.transferred": "failed",
};

/** Resend's origin of a suppression, by our reason. */
const ORIGINS: Record<string, string> = { hard_bounce: "bounce", complaint: "complaint" };

/** Resend's subtypes of transient bounces, which are those of Amazon SES, by the reason of the refusal. Others are `General`. */
const TRANSIENT_TYPES: Record<string, string> = {
  mailbox_full: "MailboxFull",
  too_large: "MessageTooLarge",
  spam_content: "ContentRejected",
  content: "ContentRejected",
  virus: "ContentRejected",
};

function bounceTypesOf(event: WebhookEvent) {
  const { bounce, meaning, enhanced } = detailOf(event);
  if (bounce === "unknown") return { type: "Undetermined", subType: "Undetermined" };
  if (bounce === "soft") return { type: "Transient", subType: TRANSIENT_TYPES[meaning] ?? "General" };
  const isNoEmail = meaning === "no_such_user" || enhanced === "5.1.1";
  return { type: "Permanent", subType: isNoEmail ? "NoEmail" : "General" };
}

function dataOfMail(event: WebhookEvent, type: string): object {
  const { recipient, from, messageId, mailSubject, line, reason, ...engaged } = detailOf(event);
  const tags = event.mail?.tags ?? [];
  const base = {
    // That of the email. The event's own time is beside the data.
    created_at: timeOfId(event.subject).toISOString(),
    email_id: event.subject,
    message_id: messageId,
    from,
    to: recipient === "" ? [] : [recipient],
    subject: mailSubject,
    ...(tags.length > 0 && {
      tags: Object.fromEntries(tags.map(({ name, value }) => [name, value])),
    }),
  };
  if (type === "email.bounced") {
    const diagnosticCode = line === "" ? [] : [`smtp; ${line}`];
    return { ...base, bounce: { message: reason, ...bounceTypesOf(event), diagnosticCode } };
  }
  if (type === "email.clicked") {
    const { link, ip, agent: userAgent } = engaged;
    const ipAddress = ip === "" ? {} : { ipAddress: ip };
    return { ...base, click: { link, ...ipAddress, userAgent, timestamp: event.createdAt.toISOString() } };
  }
  if (type === "email.failed") return { ...base, failed: { reason } };
  if (type === "email.suppressed")
    return { ...base, suppressed: { message: reason, type: "OnAccountSuppressionList" } };
  return base;
}

/** The types of Resend that our types become. */
export function toResendTypes(types: readonly string[]): string[] {
  return [...new Set(types.map((type) => NAMES[type] ?? type))];
}

/** Our types of a list of Resend's. A type without an event of ours stays, and matches nothing. */
export function fromResendTypes(types: readonly string[]): string[] {
  return types.flatMap((type) => {
    const ours = Object.keys(NAMES).filter((own) => NAMES[own] === type);
    return ours.length > 0 ? ours : [type];
  });
}
