import { timeOfId } from "../../../platform/ids/index.ts";
import { subjectOf } from "../../account-events/index.ts";
import type { EmailData } from "../../feed/index.ts";
import { ACCEPTANCE_TYPES } from "../acceptance-listeners.ts";
import type { WebhookEvent } from "../webhook-event.ts";
import {
  SAMPLE_ADDRESS,
  SAMPLE_DOMAIN,
  SAMPLE_EMAIL_ID,
  SAMPLE_KEY_ID,
  SAMPLE_WEBHOOK_ID,
  sampleAccountDetail,
  sampleMailDetail,
} from "./sample-details.ts";

/** The id of the samples in the documentation. */
export const SAMPLE_EVENT_ID = "01a1fc0b-9a11-7000-8000-0648e4821c10";

const CONTACT_ID = "01a1fc0b-9c31-7000-8000-50c4a3c5d3f1";

/** The subjects of account events, by the noun in their type. */
const SUBJECTS: Record<string, string> = {
  contact: CONTACT_ID,
  domain: subjectOf("domain", SAMPLE_DOMAIN),
  key: subjectOf("key", SAMPLE_KEY_ID),
  suppression: subjectOf("address", SAMPLE_ADDRESS),
  webhook: SAMPLE_WEBHOOK_ID,
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
    detail: sampleMailDetail(type, createdAt),
    type: actor === null ? type.replace(/^email\./, "") : type,
    ...(actor === null && { attempt: ACCEPTANCE_TYPES.includes(type) ? 0 : 1 }),
    email_id: SAMPLE_EMAIL_ID,
    message_id: `${SAMPLE_EMAIL_ID}@${SAMPLE_DOMAIN}`,
    recipient: SAMPLE_ADDRESS,
    subject: "Your receipt",
    tags,
    metadata: { order: 1042 },
    from: `orders@${SAMPLE_DOMAIN}`,
    stream,
  };
  const mail = { domain: SAMPLE_DOMAIN, tags, stream, keyId: null, actor, data };
  return { id, type, subject: SAMPLE_EMAIL_ID, createdAt, mail, data };
}

function sampleOfAccount(type: string, id: string): WebhookEvent {
  const createdAt = timeOfId(id);
  const subject = SUBJECTS[type.split(".")[0] ?? ""] ?? CONTACT_ID;
  const detail = sampleAccountDetail(type);
  const data = { id, created_at: createdAt.toISOString(), detail, type, subject_id: subject };
  return { id, type, subject, createdAt, mail: null, data };
}
