import { domainOf, type Mailbox } from "../../../mail/address/index.ts";
import { sendersIn } from "../../../mail/message/index.ts";
import type { Database } from "../../../platform/db/index.ts";
import type { FieldError } from "../../../platform/errors/index.ts";
import { newId, timeOfId } from "../../../platform/ids/index.ts";
import type { NewEmail } from "../accept/new-email.ts";
import { refusal } from "../accept/prepare-email.ts";
import { readMailboxes, withoutNamedBefore } from "../accept/read-mailboxes.ts";
import { type Accepted, keptAnswer, type SendDeps } from "../accept/send-email.ts";
import type { GivenMailbox } from "../accept/send-schema.ts";
import type { Sender } from "../accept/sender.ts";
import { contentOf } from "../contents/content.ts";
import type { StoredEmail } from "../messages/email-row.ts";
import { loadMessageContents, type MessageContents } from "../messages/message-contents.ts";
import { findEmail } from "../read/load-detail.ts";

export type ResendEmail = (
  request: { id: string; to?: GivenMailbox | GivenMailbox[] },
  sender: Sender,
  options?: { idempotencyKey?: string | undefined },
) => Promise<Accepted>;

type ResendDeps = Pick<SendDeps, "acceptEmails" | "idempotent"> & { database: Database };

/**
 * Sends the content of an email again, as a new email, to all its recipients or only to those in `to`.
 * Errors: `email_not_found`, `content_removed`, `validation_failed`, and those of acceptEmails.
 */
export function createResendEmail({ database, acceptEmails, idempotent }: ResendDeps): ResendEmail {
  return async function resendEmail(request, sender, { idempotencyKey } = {}) {
    const { answer, replayed } = await idempotent.answer(
      { accountId: sender.accountId, key: idempotencyKey, content: { operation: "resend", request } },
      async (key) => {
        const email = await copyOf(request, sender);
        const answer = keptAnswer(email);
        await acceptEmails({ emails: [email], sender, idempotency: key && { ...key, answer } });
        return answer;
      },
    );
    return { ...answer, replayed };
  };

  async function copyOf({ id, to }: Parameters<ResendEmail>[0], sender: Sender): Promise<NewEmail> {
    const email = await findEmail(database, sender.accountId, id);
    // A message submitted by SMTP. At submission, its key was checked in the same way at MAIL.
    if (email.envelope_from) await acceptEmails.checkSender(email.envelope_from, sender);
    const contents = await loadMessageContents(database, sender.accountId, email);
    for (const address of contents.raw ? sendersIn(contents.raw) : [])
      await acceptEmails.checkSender(address, sender);
    return newFrom(email, contents, sender, to === undefined ? null : readTo(to));
  }
}

function readTo(to: GivenMailbox | GivenMailbox[]): Mailbox[] {
  const problems: FieldError[] = [];
  const mailboxes = withoutNamedBefore(readMailboxes("to", to, problems), new Set());
  if (problems.length > 0) throw refusal(problems);
  return mailboxes;
}

/** A message submitted by SMTP keeps its own Message-ID, because it is sent unchanged. */
function newFrom(
  email: StoredEmail,
  { html, text, raw, attachments }: MessageContents,
  sender: Sender,
  to: Mailbox[] | null,
): NewEmail {
  const id = newId();
  return {
    accountId: sender.accountId,
    id,
    createdAt: timeOfId(id),
    apiKeyId: sender.keyId,
    messageId: raw ? email.message_id : `${id}@${domainOf(email.mail_from.address)}`,
    from: email.mail_from,
    envelopeFrom: email.envelope_from,
    to: to ?? email.mail_to,
    cc: to ? [] : (email.mail_cc ?? []),
    bcc: to ? [] : (email.mail_bcc ?? []),
    replyTo: email.reply_to,
    subject: email.subject,
    headers: email.headers ?? [],
    inReplyTo: email.in_reply_to,
    references: email.reference_ids ?? [],
    tags: email.tags ?? [],
    metadata: email.metadata,
    scheduledAt: null,
    stream: email.stream ?? "transactional",
    onUncertain: null,
    html: html && contentOf(html),
    text: text && contentOf(text),
    changes: email.changes ?? [],
    raw: raw && contentOf(raw),
    attachments: (email.attachments ?? []).map(({ filename, contentType, contentId }, index) => ({
      filename,
      contentType,
      contentId,
      content: contentOf(attachments[index] as Buffer),
    })),
  };
}
