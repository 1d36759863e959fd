import { timeOfId } from "../../platform/ids/index.ts";
import { ACCOUNT_EVENT_MEANINGS } from "../account-events/index.ts";
import { type EmailData, ENGAGEMENT_MEANINGS, type FeedEvent } from "../feed/index.ts";
import { eventTypes } from "../recipients/index.ts";

/** The types of events that a webhook can get. The state `sending` has no event. */
export const WEBHOOK_TYPES = [
  ...eventTypes.filter((type) => type !== "sending").map((type) => `email.${type}`),
  ...Object.keys(ENGAGEMENT_MEANINGS),
  ...Object.keys(ACCOUNT_EVENT_MEANINGS),
];
export type WebhookType = FeedEvent["type"];

/** An event as webhooks send it. */
export type WebhookEvent = {
  /** The `webhook-id`: the same in each attempt, replay and copy. */
  id: string;
  type: string;
  /** Events about the same subject are sent in order: the id of an email, contact, domain, … */
  subject: string;
  createdAt: Date;
  /** The event's email. Null: it is not about an email. */
  mail: Mail | null;
  /** Null: the account no longer has the email, so only the ids are known. */
  data: EmailData | object | null;
};

type Mail = {
  domain: string;
  tags: readonly { name: string; value: string }[];
  stream: "transactional" | "bulk";
  keyId: number | null;
  /** The actor of an open or click. Null for other events. */
  actor: string | null;
  data: EmailData | null;
};

export function webhookEventOf(event: FeedEvent): WebhookEvent {
  const { id, type, subjectId: subject, createdAt, data } = event;
  const base = { id, type, subject, createdAt, data };
  if (event.kind === "account") return { ...base, mail: null };
  const { domain, tags, stream, keyId } = event;
  const actor = event.kind === "engagement" ? event.actor : null;
  return { ...base, mail: { domain, tags, stream, keyId, actor, data: event.data } };
}

/** An event whose email was deleted. It has only its ids, type and time. */
export function erasedEvent({
  id,
  type,
  subject,
}: Pick<WebhookEvent, "id" | "type" | "subject">): WebhookEvent {
  const nothing = { domain: "", tags: [], stream: "transactional", keyId: null, actor: null } as const;
  const mail = type.startsWith("email.") ? { ...nothing, data: null } : null;
  return { id, type, subject, createdAt: timeOfId(id), mail, data: null };
}
