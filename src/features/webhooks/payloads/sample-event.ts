import { domainOf } from "../../../mail/address/index.ts";
import { timeOfId } from "../../../platform/ids/index.ts";
import type { FeedEventData } from "../../emails/index.ts";
import type { WebhookEvent } from "../webhook-event.ts";

const EMAIL_ID = "01a1fc0b-98e9-73b7-b9fd-726d62cf8357";
const FROM = "shop@shop.example";
const HOST = "mx.example.com";

/** The detail of a sample by its type: what a real event of this type has. */
const DETAILS: Record<string, object> = {
  "email.delivered": {
    reason: "the server accepted the message",
    code: 250,
    enhanced: "2.0.0",
    line: "250 2.0.0 Ok: queued as 4XyZ1",
    host: HOST,
  },
  "email.captured": { reason: "stored in the inbox of the dashboard" },
  "email.deferred": {
    reason: "the server refused the message temporarily",
    code: 451,
    enhanced: "4.7.1",
    line: "451 4.7.1 Greylisted, try again later",
    host: HOST,
  },
  "email.bounced": {
    reason: "the server refused the address",
    code: 550,
    enhanced: "5.1.1",
    line: "550 5.1.1 <ada@example.com>: no such user",
    host: HOST,
    bounce: "hard",
  },
  "email.suppressed": { reason: "the address is suppressed: earlier mail to it bounced permanently" },
  "email.canceled": { reason: "canceled by the sender" },
  "email.expired": { reason: "not delivered within 72 hours" },
  "email.uncertain": { reason: "the connection broke after the final dot", host: HOST },
  "email.complained": { reason: "reported as spam" },
};

/** A sample event: the same for the same id. */
export function sampleEvent(type: string, id: string): WebhookEvent {
  const createdAt = timeOfId(id);
  const tags = [{ name: "category", value: "receipt" }];
  const data: FeedEventData = {
    id,
    type: type.replace(/^email\./, "") as FeedEventData["type"],
    attempt: 1,
    created_at: createdAt.toISOString(),
    detail: (DETAILS[type] ?? {}) as FeedEventData["detail"],
    email_id: EMAIL_ID,
    recipient: "ada@example.com",
    subject: "Your receipt",
    tags,
    metadata: { order: 1042 },
    from: FROM,
    stream: "transactional",
    message_id: `<${EMAIL_ID}@${domainOf(FROM)}>`,
  };
  const about = { domain: domainOf(FROM), tags, stream: "transactional", keyId: null } as const;
  return { id, type, subject: EMAIL_ID, createdAt, ...about, data };
}
