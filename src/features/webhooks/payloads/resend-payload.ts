import type { WebhookEvent } from "../webhook-event.ts";
import { detailOf } from "./event-detail.ts";

/** Our types with Resend's names. A type that is not listed has the same name, or none. */
const NAMES: Record<string, string> = {
  "email.delivered": "email.delivered",
  // Captured mail has reached its destination, the inbox of the dashboard.
  "email.captured": "email.delivered",
  "email.deferred": "email.delivery_delayed",
  "email.bounced": "email.bounced",
  "email.complained": "email.complained",
  "email.suppressed": "email.suppressed",
  "email.expired": "email.failed",
};

/** Resend's `{ type, created_at, data }` (the SDK's `WebhookEventPayload`). */
export function resendPayload(event: WebhookEvent): object | null {
  const type = NAMES[event.type];
  if (type === undefined) return null;
  return { type, created_at: event.createdAt.toISOString(), data: dataOf(event, type) };
}

function dataOf(event: WebhookEvent, type: string): object {
  const detail = detailOf(event);
  const { recipient, from, messageId, mailSubject, line, reason, enhanced, isSoft } = detail;
  const base = {
    created_at: event.createdAt.toISOString(),
    email_id: event.subject,
    message_id: messageId,
    from,
    to: recipient === "" ? [] : [recipient],
    subject: mailSubject,
    ...(event.tags.length > 0 && {
      tags: Object.fromEntries(event.tags.map(({ name, value }) => [name, value])),
    }),
  };
  if (type === "email.bounced") {
    const diagnosticCode = line === "" ? [] : [`smtp; ${line}`];
    const bounce = {
      message: reason,
      type: isSoft ? "Transient" : "Permanent",
      subType: enhanced === "5.1.1" ? "NoEmail" : "General",
      diagnosticCode,
    };
    return { ...base, bounce };
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
