import type { EmailDetail, ListedEmail } from "../../emails/index.ts";
import { lastEventOf } from "./last-event.ts";

/** `ListEmail` of the SDK. */
export function presentListedEmail(email: ListedEmail, now: Date) {
  return {
    id: email.id,
    message_id: `<${email.message_id}>`,
    from: email.from,
    to: email.to,
    cc: email.cc,
    bcc: email.bcc,
    reply_to: email.reply_to,
    subject: email.subject,
    created_at: email.created_at,
    scheduled_at: email.scheduled_at,
    last_event: lastEventOf(email, now),
    topic_id: null,
  };
}

/** `GetEmailResponseSuccess` of the SDK. */
export function presentEmail(email: EmailDetail, now: Date) {
  return {
    object: "email" as const,
    ...presentListedEmail(email, now),
    last_event: lastEventOf(email, now),
    html: email.html,
    text: email.text,
    tags: email.tags,
  };
}
