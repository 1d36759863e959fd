import type { WebhookEvent } from "../webhook-event.ts";

type Detail = {
  address?: string;
  email?: string;
  reason?: string;
  source?: string;
  email_id?: string;
  by?: string;
};

const REASONS: Record<string, string> = { hard_bounce: "HardBounce", complaint: "SpamComplaint" };
/** Sources of suppressions that recipients or their servers cause. Accounts cause the others. */
const OWN_SOURCES = ["email", "link"];

/** Postmark's record of a changed suppression or consent, or null for other events. */
export function subscriptionChangeOf(event: WebhookEvent): object | null {
  const detail: Detail = (event.data as { detail?: Detail } | null)?.detail ?? {};
  const change = changeOf(event.type, detail);
  const recipient = detail.address ?? detail.email;
  if (change === null || recipient === undefined) return null;
  return {
    RecordType: "SubscriptionChange",
    ServerID: 0,
    MessageStream: isOfBulkMail(event.type, detail) ? "broadcast" : "outbound",
    MessageID: detail.email_id ?? null,
    Tag: "",
    Metadata: {},
    Recipient: recipient,
    ChangedAt: event.createdAt.toISOString(),
    ...change,
  };
}

function changeOf(type: string, { reason = "", source = "", by }: Detail) {
  const isOwn = by === "recipient" || OWN_SOURCES.includes(source);
  const Origin = isOwn ? "Recipient" : "Customer";
  switch (type) {
    case "suppression.added":
    case "contact.unsubscribed":
      // `email.unsubscribed` reports the recipient's own unsubscribe, and `suppression.added` a complaint.
      if (isOwn && (reason === "unsubscribe" || type === "contact.unsubscribed")) return null;
      return { Origin, SuppressSending: true, SuppressionReason: REASONS[reason] ?? "ManualSuppression" };
    case "suppression.removed":
    case "contact.subscribed":
      return { Origin, SuppressSending: false, SuppressionReason: null };
    default:
      return null;
  }
}

function isOfBulkMail(type: string, { reason }: Detail): boolean {
  return type.startsWith("contact.") || reason === "unsubscribe";
}
