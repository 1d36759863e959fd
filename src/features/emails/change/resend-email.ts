import { compareKey, domainOf, type Mailbox } from "../../../mail/address/index.ts";
import { sendersIn } from "../../../mail/message/index.ts";
import type { Database } from "../../../platform/db/index.ts";
import { AppError, type FieldError, returned } from "../../../platform/errors/index.ts";
import { newId, timeOfId } from "../../../platform/ids/index.ts";
import { contentOf } from "../contents/content.ts";
import { validationFailed } from "../errors.ts";
import type { StoredEmail } from "../messages/email-row.ts";
import { loadMessageContents, type MessageContents } from "../messages/message-contents.ts";
import type { NewEmail } from "../new-email.ts";
import { findEmail } from "../read/load-detail.ts";
import type { MailboxInput } from "../schema/send-schema.ts";
import { headerSizeError } from "../send/header-size.ts";
import { readMailboxes, withoutNamedBefore } from "../send/read-mailboxes.ts";
import {
  type AcceptDeps,
  type Accepted,
  acceptedOf,
  keptResponse,
  type SendOptions,
} from "../send/send-email.ts";
import type { Sender } from "../sender.ts";
import { listComplained } from "./queries.ts";

export type ResendDeps = AcceptDeps & { database: Database };
type ResendRequest = { id: string; to?: MailboxInput | MailboxInput[] };
type ResendOptions = SendOptions & {
  /** For a release from the inbox: returns the relay that sends it in test mode. Null: the instance is live. */
  findReleaseRelay?: () => Promise<string | null | AppError>;
};

/**
 * Sends the content of an email again, as a new email, to all its recipients who did not report it as spam, or only to those in `to`.
 * Returns the errors `email_not_found`, `content_removed`, `overloaded`, `validation_failed`, and those of `AcceptPipeline.accept`.
 */
export async function resendEmail(
  deps: ResendDeps,
  request: ResendRequest,
  sender: Sender,
  { idempotencyKey, findReleaseRelay }: ResendOptions = {},
): Promise<Accepted | AppError> {
  const content = { operation: findReleaseRelay ? "release" : "resend", request };
  const outcome = await deps.idempotent.run(
    { accountId: sender.accountId, key: idempotencyKey, content },
    async (key) => {
      const releaseRelayId = (await findReleaseRelay?.()) ?? null;
      if (releaseRelayId instanceof AppError) return releaseRelayId;
      const copy = await copyOf(deps, request, sender);
      if (copy instanceof AppError) return copy;
      const email = { ...copy, releaseRelayId };
      const response = keptResponse(email);
      const idempotency = key && { ...key, response };
      const stored = await deps.pipeline.accept({ emails: [email], sender, idempotency });
      return stored === "stored" ? response : stored;
    },
  );
  return outcome instanceof AppError ? outcome : acceptedOf(outcome);
}

async function copyOf(
  { database, pipeline }: ResendDeps,
  { id, to }: ResendRequest,
  sender: Sender,
): Promise<NewEmail | AppError> {
  const email = await returned(findEmail(database, sender.accountId, id));
  if (email instanceof AppError) return email;
  // A message submitted by SMTP. At submission, its key was checked in the same way at MAIL.
  const envelopeError = email.envelope_from && (await pipeline.senderError(email.envelope_from, sender));
  if (envelopeError) return envelopeError;
  const contents = await returned(
    loadMessageContents(database, sender.accountId, { email, hold: sender.hold }),
  );
  if (contents instanceof AppError) return contents;
  for (const address of contents.raw ? sendersIn(contents.raw) : []) {
    const error = await pipeline.senderError(address, sender);
    if (error) return error;
  }
  const recipients =
    to === undefined ? await withoutComplaints(database, sender.accountId, email) : readTo(to);
  if (recipients instanceof AppError) return recipients;
  const copy = copyWith(email, contents, sender, recipients);
  // A submitted message keeps its header for all recipients.
  const tooLarge = copy.raw ? null : headerSizeError(copy);
  return tooLarge ? validationFailed([tooLarge]) : copy;
}

type Recipients = { to: Mailbox[]; cc: Mailbox[]; bcc: Mailbox[] };

/** Mail to people who reported it as spam would cost the sender's reputation. */
async function withoutComplaints(
  database: Database,
  accountId: string,
  { id, mail_to, mail_cc, mail_bcc }: StoredEmail,
): Promise<Recipients | AppError> {
  const complained = await listComplained(database, { accountId, emailId: id });
  const kept = (mailboxes: Mailbox[] | null) =>
    (mailboxes ?? []).filter(({ address }) => !complained.has(compareKey(address)));
  const recipients = { to: kept(mail_to), cc: kept(mail_cc), bcc: kept(mail_bcc) };
  if (Object.values(recipients).some(({ length }) => length > 0)) return recipients;
  const message = "is required: all recipients reported this email as spam, so it is not sent to them again";
  return validationFailed([{ path: "to", message }]);
}

function readTo(input: MailboxInput | MailboxInput[]): Recipients | AppError {
  const problems: FieldError[] = [];
  const to = withoutNamedBefore(readMailboxes("to", input, problems), new Set());
  return problems.length > 0 ? validationFailed(problems) : { to, cc: [], bcc: [] };
}

/** A message submitted by SMTP keeps its own Message-ID, because it is sent unchanged. */
function copyWith(
  email: StoredEmail,
  { html, text, raw, attachments }: MessageContents,
  sender: Sender,
  recipients: Recipients,
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
    ...recipients,
    replyTo: email.reply_to,
    subject: email.subject,
    headers: email.headers ?? [],
    inReplyTo: email.in_reply_to,
    references: email.reference_ids ?? [],
    tags: email.tags ?? [],
    metadata: email.metadata,
    scheduledAt: null,
    stream: email.stream ?? "transactional",
    onUncertain: email.on_uncertain,
    trackingWish: { opens: email.tracking?.opens ?? false, clicks: email.tracking?.clicks ?? false },
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
