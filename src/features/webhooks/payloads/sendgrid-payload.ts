import type { WebhookEvent } from "../webhook-event.ts";
import { detailOf } from "./event-detail.ts";

/** SendGrid's Event Webhook: an array of events. Ours has one, because each event is signed with its own id. */
export function sendgridPayload(event: WebhookEvent): object[] | null {
  const own = ownFields(event);
  if (own === null) return null;
  const { recipient, messageId, metadata } = detailOf(event);
  const categories = (event.mail?.tags ?? [])
    .filter(({ name }) => name === "category")
    .map(({ value }) => value);
  return [
    {
      // First, so that metadata cannot replace the fields below.
      ...metadata,
      email: recipient,
      timestamp: Math.floor(event.createdAt.getTime() / 1_000),
      "smtp-id": messageId,
      sg_event_id: event.id,
      sg_message_id: event.subject,
      ...(categories.length > 0 && { category: categories }),
      ...own,
    },
  ];
}

function ownFields(event: WebhookEvent): object | null {
  const { line, reason, enhanced, code, attempt, agent, ip, link } = detailOf(event);
  const address = ip === "" ? {} : { ip };
  switch (event.type) {
    case "email.queued":
      return { event: "processed" };
    case "email.delivered":
    case "email.captured":
      return { event: "delivered", response: line };
    case "email.deferred":
      return { event: "deferred", response: line, attempt: String(attempt) };
    case "email.bounced":
      return { event: "bounce", type: "bounce", reason: line, status: enhanced || code };
    case "email.expired":
      return { event: "bounce", type: "blocked", reason, status: enhanced || code };
    case "email.suppressed":
      return { event: "dropped", reason };
    case "email.complained":
      return { event: "spamreport" };
    case "email.opened":
      return { event: "open", useragent: agent, ...address };
    case "email.clicked":
      return { event: "click", url: link, useragent: agent, ...address };
    case "email.unsubscribed":
      return { event: "unsubscribe" };
    default:
      return null;
  }
}
