import { timeOfId } from "../../platform/ids/index.ts";
import type { FeedEvent, FeedEventData } from "../emails/index.ts";
import { eventTypes } from "../recipients/index.ts";

/** The types of events that a webhook can get. A recipient's first two states have no event. */
export const WEBHOOK_TYPES = eventTypes
  .filter((type) => type !== "queued" && type !== "sending")
  .map((type) => `email.${type}`);

/** An event as webhooks send it. */
export type WebhookEvent = {
  /** The `webhook-id`: the same in each attempt, replay and copy. */
  id: string;
  type: string;
  /** Events about the same subject are sent in order: the id of the email. */
  subject: string;
  createdAt: Date;
  domain: string;
  tags: readonly { name: string; value: string }[];
  stream: "transactional" | "bulk";
  keyId: number | null;
  /** Null: the account no longer has the email, so only the ids are known. */
  data: FeedEventData | null;
};

export function webhookEventOf(event: FeedEvent): WebhookEvent {
  const { id, emailId, createdAt, domain, tags, stream, keyId, data } = event;
  return { id, type: `email.${event.type}`, subject: emailId, createdAt, domain, tags, stream, keyId, data };
}

/** An event whose email was erased. The receiver learns that there was an event, and its time. */
export function erasedEvent({
  id,
  type,
  subject,
}: Pick<WebhookEvent, "id" | "type" | "subject">): WebhookEvent {
  const nothing = { domain: "", tags: [], stream: "transactional", keyId: null, data: null } as const;
  return { id, type, subject, createdAt: timeOfId(id), ...nothing };
}
