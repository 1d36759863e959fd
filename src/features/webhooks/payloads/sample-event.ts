import { timeOfId } from "../../../platform/ids/index.ts";
import type { EmailData } from "../../feed/index.ts";
import type { WebhookEvent } from "../webhook-event.ts";

const EMAIL_ID = "01a1fc0b-98e9-73b7-b9fd-726d62cf8357";
const CONTACT_ID = "01a1fc0b-9c31-7000-8000-50c4a3c5d3f1";
const DOMAIN = "shop.example";
const HOST = "mx.example.com";
const ADDRESS = "ada@example.com";
const ENGAGED = {
  actor: "human",
  confidence: 90,
  reasons: [],
  network: "203.0.113.7",
  agent: "Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0",
};

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
    line: `550 5.1.1 <${ADDRESS}>: no such user`,
    host: HOST,
  },
  "email.suppressed": { reason: "the address is suppressed: earlier mail to it bounced permanently" },
  "email.canceled": { reason: "canceled by the sender" },
  "email.expired": { reason: "not delivered within 72 hours" },
  "email.uncertain": { reason: "the connection broke after the final dot", host: HOST },
  "email.complained": { reason: "reported as spam" },
  "email.opened": ENGAGED,
  "email.clicked": { link: 1, url: `https://${DOMAIN}/orders/1042`, ...ENGAGED },
  "email.unsubscribed": ENGAGED,
};

/** Details of account events, by the noun in their type, and those that only one type has. */
const ACCOUNT_DETAILS: Record<string, object> = {
  contact: { email: ADDRESS },
  "contact.updated": { changed: ["name"] },
  domain: { domain: DOMAIN },
  "domain.verified": { by: "dns" },
  "domain.lost": { reason: "token_missing" },
  "domain.transferred": { reason: "proven_by_another_account" },
  key: { key_id: 7, name: "Shop server" },
  "key.rotated": { overlap_seconds: 86_400 },
  "key.paused": { reason: "21 % of its 100 emails of the last hour bounced." },
  suppression: { address: ADDRESS, reason: "hard_bounce" },
  "suppression.changed": { unsubscribed: true },
  webhook: {
    webhook_id: "01a1fc0b-98e9-73b7-b9fd-726d62cf8358",
    url: `https://${DOMAIN}/hooks/mail`,
    reason: "failing",
  },
};

/** A sample event: the same for the same id. */
export function sampleEvent(type: string, id: string): WebhookEvent {
  return type.startsWith("email.") ? sampleOfMail(type, id) : sampleOfAccount(type, id);
}

function sampleOfMail(type: string, id: string): WebhookEvent {
  const createdAt = timeOfId(id);
  const tags = [{ name: "category", value: "receipt" }];
  const stream = "transactional" as const;
  const actor = /opened|clicked|unsubscribed/.test(type) ? "human" : null;
  const data: EmailData = {
    id,
    created_at: createdAt.toISOString(),
    detail: DETAILS[type] ?? {},
    type: actor === null ? type.replace(/^email\./, "") : type,
    ...(actor === null && { attempt: 1 }),
    email_id: EMAIL_ID,
    message_id: `<${EMAIL_ID}@${DOMAIN}>`,
    recipient: ADDRESS,
    subject: "Your receipt",
    tags,
    metadata: { order: 1042 },
    from: `orders@${DOMAIN}`,
    stream,
  };
  const mail = { domain: DOMAIN, tags, stream, keyId: null, actor, data };
  return { id, type, subject: EMAIL_ID, createdAt, mail, data };
}

function sampleOfAccount(type: string, id: string): WebhookEvent {
  const createdAt = timeOfId(id);
  const detail = { ...ACCOUNT_DETAILS[type.split(".")[0] ?? ""], ...ACCOUNT_DETAILS[type] };
  const data = { id, created_at: createdAt.toISOString(), detail, type, subject_id: CONTACT_ID };
  return { id, type, subject: CONTACT_ID, createdAt, mail: null, data };
}
