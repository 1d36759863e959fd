import { createHash } from "node:crypto";
import type { WebhookEvent } from "../webhook-event.ts";
import { detailOf } from "./event-detail.ts";
import { type PostmarkBounceType, postmarkBounceType, postmarkTypeFields } from "./postmark-bounce-types.ts";
import { subscriptionChangeOf } from "./postmark-subscription-change.ts";

/** One record of Postmark's webhooks, by RecordType. */
export function postmarkPayload(event: WebhookEvent): object | null {
  const at = event.createdAt.toISOString();
  switch (event.type) {
    case "email.delivered":
    case "email.captured":
      return {
        RecordType: "Delivery",
        ...baseOf(event),
        Recipient: detailOf(event).recipient,
        DeliveredAt: at,
        Details: detailOf(event).line,
      };
    case "email.bounced":
      return { RecordType: "Bounce", ...bounceOf(event, bounceTypeOf(event)) };
    case "email.expired":
      return { RecordType: "Bounce", ...bounceOf(event, "SoftBounce") };
    case "email.complained":
      return { RecordType: "SpamComplaint", ...bounceOf(event, "SpamComplaint") };
    case "email.opened":
      // No FirstOpen: whether there was an earlier open is not part of the event, and may be erased by the next attempt.
      return { RecordType: "Open", ...engagementOf(event), ReceivedAt: at };
    case "email.clicked":
      return {
        RecordType: "Click",
        ClickLocation: "HTML",
        OriginalLink: detailOf(event).link,
        ...engagementOf(event),
        ReceivedAt: at,
      };
    case "email.unsubscribed":
      return {
        RecordType: "SubscriptionChange",
        ...baseOf(event),
        Recipient: detailOf(event).recipient,
        ChangedAt: at,
        Origin: "Recipient",
        SuppressSending: true,
        SuppressionReason: "ManualSuppression",
      };
    default:
      return subscriptionChangeOf(event);
  }
}

function engagementOf(event: WebhookEvent) {
  const { recipient, agent } = detailOf(event);
  const unknown = { Client: {}, OS: {}, Platform: "Unknown", Geo: {} };
  return { ...baseOf(event), Recipient: recipient, UserAgent: agent, ...unknown };
}

function baseOf(event: WebhookEvent) {
  const tags = event.mail?.tags ?? [];
  return {
    ServerID: 0,
    MessageStream: event.mail?.stream === "bulk" ? "broadcast" : "outbound",
    MessageID: event.subject,
    // Postmark has one tag. Our Postmark-compatible API stores it under this name.
    Tag: (tags.find(({ name }) => name === "tag") ?? tags[0])?.value ?? "",
    Metadata: detailOf(event).metadata,
  };
}

function bounceTypeOf(event: WebhookEvent): PostmarkBounceType {
  const { bounce, meaning } = detailOf(event);
  if (bounce === "hard") return "HardBounce";
  const type = postmarkBounceType(meaning);
  // A temporary code makes a hard reason soft.
  return bounce === "soft" && type === "HardBounce" ? "SoftBounce" : type;
}

function bounceOf(event: WebhookEvent, type: PostmarkBounceType) {
  const { recipient, from, mailSubject, line, reason } = detailOf(event);
  // Postmark sends no more mail to the address.
  const isInactive = type === "HardBounce" || type === "SpamComplaint";
  return {
    ...postmarkTypeFields(type),
    ID: numberOf(event.id),
    ...baseOf(event),
    Description: reason,
    Details: line,
    Email: recipient,
    From: from,
    BouncedAt: event.createdAt.toISOString(),
    DumpAvailable: false,
    Inactive: isInactive,
    CanActivate: isInactive,
    Subject: mailSubject,
    Content: "",
  };
}

/** A number for an event, because Postmark's ids are numbers: 52 bits, which JSON keeps. */
function numberOf(id: string): number {
  return Number.parseInt(createHash("sha256").update(id).digest("hex").slice(0, 13), 16);
}
