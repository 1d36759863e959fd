import type { Mailbox } from "../../../mail/address/index.ts";
import { type Engagement, isOfPerson } from "../../tracking/index.ts";
import type { EmailStatus } from "../email-status.ts";
import type { EmailRow, StoredEmail } from "../messages/email-row.ts";
import type { MessageContents } from "../messages/message-contents.ts";
import { showRaw } from "../messages/raw-messages.ts";
import { textOf } from "../messages/render-message.ts";
import { formatMailbox } from "./format-for-people.ts";
import type { EmailSummaryRow } from "./list-queries.ts";
import type { EventRow, RecipientRow } from "./queries.ts";

/** A page of 50 emails with 1,000 recipients each would contain megabytes of addresses. */
const MAX_SHOWN_RECIPIENTS = 5;

export type ListedEmail = ReturnType<typeof presentSummary>;
export type EmailDetail = Awaited<ReturnType<typeof presentDetail>>;

/** An email as lists return it. */
export function presentSummary(row: EmailSummaryRow) {
  const { mail_to, mail_cc, mail_bcc } = row;
  return {
    id: row.id,
    from: formatMailbox(row.mail_from),
    to: presentSome(mail_to),
    cc: presentSome(mail_cc),
    bcc: presentSome(mail_bcc),
    reply_to: presentSome(row.reply_to),
    message_id: row.message_id,
    recipient_count: mail_to.length + (mail_cc?.length ?? 0) + (mail_bcc?.length ?? 0),
    subject: row.subject,
    status: row.status,
    complained: row.complained,
    tags: row.tags ?? [],
    attachment_count: row.attachments?.length ?? 0,
    scheduled_at: row.scheduled_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

function presentSome(mailboxes: Mailbox[] | null): string[] {
  return (mailboxes ?? []).slice(0, MAX_SHOWN_RECIPIENTS).map(formatMailbox);
}

type Detail = {
  accountId: string;
  email: StoredEmail;
  /** Null when the contents have been removed. */
  bodies: MessageContents | null;
  status: EmailStatus;
  recipients: RecipientRow[];
  engagements: Engagement[];
  /** Aborts when the client disconnects. */
  signal?: AbortSignal | undefined;
};

/** One email as the API returns it. */
export async function presentDetail(detail: Detail) {
  const { email, bodies, status, recipients, engagements } = detail;
  const byPosition = Map.groupBy(engagements, ({ position }) => position);
  const content = await presentContent(detail);
  return {
    ...presentSummary({ ...email, status, complained: recipients.some(hasComplained) }),
    attachment_count: content.attachments.length,
    to: email.mail_to.map(formatMailbox),
    cc: (email.mail_cc ?? []).map(formatMailbox),
    bcc: (email.mail_bcc ?? []).map(formatMailbox),
    reply_to: email.reply_to.map(formatMailbox),
    in_reply_to: email.in_reply_to,
    references: email.reference_ids ?? [],
    metadata: email.metadata,
    source: email.raw_hash === null ? ("api" as const) : ("smtp" as const),
    changes: email.changes ?? [],
    tracking: email.tracking,
    opened: countPeople(engagements, "open"),
    clicked: countPeople(engagements, "click"),
    content_removed: bodies === null,
    ...content,
    recipients: recipients.map((recipient) => ({
      position: recipient.position,
      address: recipient.address,
      kind: kindOf(recipient.position, email),
      state: recipient.state,
      bounced_late: recipient.bounced_late,
      complained: hasComplained(recipient),
      attempts: recipient.attempt,
      next_attempt_at: recipient.state === "sending" ? null : (recipient.due_at?.toISOString() ?? null),
      updated_at: recipient.updated_at.toISOString(),
      events: recipient.events.map((event) => ({ ...presentEvent(event), transcript: event.transcript })),
      engagements: (byPosition.get(recipient.position) ?? []).map(presentEngagement),
    })),
  };
}

/** Recipients, not requests. A click shows that the email was opened. */
function countPeople(engagements: Engagement[], kind: "open" | "click"): number {
  const shows = kind === "click" ? ["click"] : ["open", "click"];
  const people = engagements.filter(
    (engagement) => shows.includes(engagement.kind) && isOfPerson(engagement),
  );
  return new Set(people.map(({ position }) => position)).size;
}

function presentEngagement({ position: _, created_at, ...engagement }: Engagement) {
  return { ...engagement, created_at: created_at.toISOString() };
}

function hasComplained({ events }: RecipientRow): boolean {
  return events.some(({ type }) => type === "complained");
}

/** Bodies, headers and attachments as in the send request, or as parsed from a message submitted by SMTP. */
async function presentContent({ accountId, email, bodies, signal }: Detail) {
  if (bodies?.raw) {
    const shown = await showRaw({ accountId, hash: email.raw_hash ?? "", raw: bodies.raw, signal });
    if ("unreadable" in shown) return { ...NOTHING_SHOWN, content_unreadable: shown.unreadable };
    const { html, text, headers, attachments } = shown;
    return {
      content_unreadable: null,
      html,
      text,
      headers: headers.map(presentHeader),
      attachments: attachments.map(presentAttachment),
    };
  }
  const html = bodies?.html?.toString() ?? null;
  return {
    content_unreadable: null,
    html,
    text: bodies ? await textOf({ html, text: bodies.text?.toString() ?? null }, accountId) : null,
    headers: (email.headers ?? []).map(presentHeader),
    attachments: (email.attachments ?? []).map(presentAttachment),
  };
}

const NOTHING_SHOWN = { html: null, text: null, headers: [], attachments: [] };

function presentHeader([name, value]: [string, string]) {
  return { name, value };
}

type Attachment = { filename: string; contentType: string; contentId: string | null; sizeBytes: number };

function presentAttachment({ filename, contentType, contentId, sizeBytes }: Attachment) {
  return { filename, content_type: contentType, content_id: contentId, size_bytes: sizeBytes };
}

/** Positions count continuously through to, cc and bcc. */
function kindOf(position: number, { mail_to, mail_cc }: EmailRow): "to" | "cc" | "bcc" {
  if (position < mail_to.length) return "to";
  return position < mail_to.length + (mail_cc?.length ?? 0) ? "cc" : "bcc";
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
