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
      sg_message_id: messageIdOf(event.subject, messageId),
      ...(categories.length > 0 && { category: categories }),
      ...own,
    },
  ];
}

/**
 * SendGrid's begins with the X-Message-Id of the request, which is the id of its first email. The Message-IDs of the others name it
 * (sendBatch).
 */
function messageIdOf(emailId: string, messageId: string): string {
  const [, first, own] = /^<([0-9a-f-]{36})\.([0-9a-f-]{36})@/.exec(messageId) ?? [];
  return own === emailId ? `${first}.${own}` : emailId;
}

function ownFields(event: WebhookEvent): object | null {
  const { line, reason, meaning, attempt, agent, ip, link } = detailOf(event);
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
      return { ...bounceFields(event), reason: line };
    case "email.expired":
      return { ...bounceFields(event), reason };
    case "email.suppressed":
      return { event: "dropped", reason: DROPPED[meaning] ?? reason };
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

/** SendGrid's reasons of dropped mail, by our reason. It has none for an address that the account suppressed manually. */
const DROPPED: Record<string, string> = {
  hard_bounce: "Bounced Address",
  complaint: "Spam Reporting Address",
  unsubscribe: "Unsubscribed Address",
  not_subscribed: "Unsubscribed Address",
};

/** SendGrid's classifications of bounces, by the reason of the refusal. The other reasons are technical. */
const CLASSIFICATIONS: Record<string, string> = {
  mailbox_full: "Mailbox Unavailable",
  suspended: "Mailbox Unavailable",
  spam_content: "Content",
  virus: "Content",
  content: "Content",
  too_large: "Content",
  blocked_sender_ip: "Reputation",
  rejected_sender: "Reputation",
  policy: "Reputation",
  rate_limited: "Frequency or Volume Too High",
  filtered: "Unclassified",
  sender_not_allowed: "Unclassified",
  unknown: "Unclassified",
  "": "Unclassified",
};

/** A bounce that SendGrid would suppress is `bounce`, any other `blocked`. */
function bounceFields(event: WebhookEvent) {
  const { bounce, meaning, enhanced, code } = detailOf(event);
  const isHard = event.type === "email.bounced" && bounce === "hard";
  return {
    event: "bounce",
    type: isHard ? "bounce" : "blocked",
    bounce_classification: isHard ? "Invalid Address" : (CLASSIFICATIONS[meaning] ?? "Technical Failure"),
    status: enhanced || code,
  };
}
