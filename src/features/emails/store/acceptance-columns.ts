import { compareKey } from "../../../mail/address/index.ts";
import { countRecipients, type NewEmail, recipientsOf, sizeOf } from "../new-email.ts";
import type { Quota } from "../quotas/daily-quotas.ts";

/** Emails that are stored together or not at all. */
export type Acceptance = {
  accountId: string;
  emails: NewEmail[];
  /** The response is stored under this key. If the key is taken, nothing is stored. */
  idempotency: { key: string; requestHash: Buffer; response: unknown } | null;
  /** Each quota counts all recipients of the emails. */
  quotas: Quota[];
  /** Whether the events of acceptance are written. */
  isAnnounced: boolean;
};

/** The column arrays for insertAcceptances, with one value per row, in the order of its parameters. */

export type Numbered = { n: number; email: NewEmail };

export function emailColumns(emails: Numbered[]) {
  return [
    emails.map(({ n }) => n),
    emails.map(({ email }) => email.accountId),
    emails.map(({ email }) => email.id),
    emails.map(({ email }) => email.messageId),
    emails.map(({ email }) => JSON.stringify(email.from)),
    emails.map(({ email }) => JSON.stringify(email.to)),
    emails.map(({ email }) => JSON.stringify(email.replyTo)),
    emails.map(({ email }) => email.subject),
    emails.map(({ email }) => email.apiKeyId),
    emails.map(({ email }) => email.createdAt.toISOString()),
    emails.map(({ email }) => email.html?.hash ?? null),
    emails.map(({ email }) => email.text?.hash ?? null),
    emails.map(({ email }) => sizeOf(email)),
    emails.map(({ email }) => restOf(email)),
  ];
}

/** The rarely used columns as one JSON value, which the statement unpacks; null if the email has none of them. */
function restOf(email: NewEmail): string | null {
  const {
    raw,
    cc,
    bcc,
    headers,
    inReplyTo,
    references,
    attachments,
    tags,
    metadata,
    scheduledAt,
    envelopeFrom,
    stream,
    onUncertain,
    tracking,
    changes,
    releaseRelayId,
  } = email;
  const rest = {
    ...(raw && { raw_hash: raw.hash }),
    ...(cc.length > 0 && { cc }),
    ...(bcc.length > 0 && { bcc }),
    ...(headers.length > 0 && { headers }),
    ...(inReplyTo !== null && { in_reply_to: inReplyTo }),
    ...(references.length > 0 && { references }),
    ...(attachments.length > 0 && { attachments: attachments.map(attachmentRow) }),
    ...(tags.length > 0 && { tags }),
    ...(metadata && { metadata }),
    ...(scheduledAt && { scheduled_at: scheduledAt.toISOString() }),
    ...(envelopeFrom !== null && { envelope_from: envelopeFrom }),
    ...(stream === "bulk" && { stream }),
    ...(onUncertain !== null && { on_uncertain: onUncertain }),
    ...(tracking && { tracking }),
    ...(changes && changes.length > 0 && { changes }),
    ...(releaseRelayId && { release_relay_id: releaseRelayId }),
  };
  for (const _ in rest) return JSON.stringify(rest);
  return null;
}

function attachmentRow({ filename, contentType, contentId, content }: NewEmail["attachments"][number]) {
  return { filename, contentType, contentId, hash: content.hash, sizeBytes: content.bytes.length };
}

export function recipientColumns(emails: Numbered[]) {
  const recipients = emails.flatMap(({ n, email }) =>
    recipientsOf(email).map(({ address }, position) => ({ n, email, position, address })),
  );
  return [
    recipients.map(({ n }) => n),
    recipients.map(({ email }) => email.accountId),
    recipients.map(({ email }) => email.id),
    recipients.map(({ position }) => position),
    recipients.map(({ address }) => address),
    recipients.map(({ address }) => compareKey(address)),
  ];
}

export function guardColumns(acceptances: Acceptance[]) {
  const keyed = acceptances.flatMap(({ accountId, idempotency }, n) =>
    idempotency ? [{ n, accountId, ...idempotency }] : [],
  );
  const quotas = acceptances.flatMap(({ accountId, emails, quotas }, n) =>
    quotas.map((quota) => ({ n, accountId, ...quota, amount: countRecipients(emails) })),
  );
  return [
    keyed.map(({ n }) => n),
    keyed.map(({ accountId }) => accountId),
    keyed.map(({ key }) => key),
    keyed.map(({ requestHash }) => requestHash.toString("hex")),
    keyed.map(({ response }) => JSON.stringify(response)),
    quotas.map(({ n }) => n),
    quotas.map(({ accountId }) => accountId),
    quotas.map(({ subject }) => subject),
    quotas.map(({ amount }) => amount),
    quotas.map(({ atMost }) => atMost),
  ];
}
