import type { EmailStatus } from "./email-status.ts";
import { formatMailbox } from "./format-for-people.ts";
import type { EmailContentRow, EmailSummaryRow, EventRow, RecipientRow } from "./queries.ts";
import { textOf } from "./render-message.ts";

/** A page of 50 emails to 1,000 people each would be megabytes of addresses. */
const maxShownRecipients = 5;

/** What leaves the server of an email in a list. */
export function presentSummary(row: EmailSummaryRow) {
  return {
    id: row.id,
    from: formatMailbox(row.mail_from),
    to: row.mail_to.slice(0, maxShownRecipients).map(formatMailbox),
    recipient_count: row.mail_to.length,
    subject: row.subject,
    status: row.status,
    created_at: row.created_at.toISOString(),
  };
}

/** What leaves the server of one email. */
export function presentDetail(
  email: EmailContentRow,
  status: EmailStatus,
  recipients: RecipientRow[],
  events: EventRow[],
) {
  return {
    ...presentSummary({ ...email, status }),
    to: email.mail_to.map(formatMailbox),
    reply_to: email.reply_to.map(formatMailbox),
    message_id: email.message_id,
    html: email.html,
    text: textOf(email),
    recipients: recipients.map((recipient) => ({
      address: recipient.address,
      state: recipient.state,
      attempts: recipient.attempt,
      next_attempt_at: recipient.state === "sending" ? null : (recipient.due_at?.toISOString() ?? null),
      updated_at: recipient.updated_at.toISOString(),
      events: events.filter((event) => event.position === recipient.position).map(presentEvent),
    })),
  };
}

function presentEvent(event: EventRow) {
  return {
    id: event.id,
    type: event.type,
    attempt: event.attempt,
    created_at: event.created_at.toISOString(),
    detail: event.detail,
  };
}
