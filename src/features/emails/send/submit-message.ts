import { hash } from "node:crypto";
import { compareKey, type Mailbox } from "../../../mail/address/index.ts";
import { AppError } from "../../../platform/errors/index.ts";
import { newId, timeOfId } from "../../../platform/ids/index.ts";
import { contentOf } from "../contents/content.ts";
import type { NewEmail } from "../new-email.ts";
import type { Sender } from "../sender.ts";
import { withoutNamedBefore } from "./read-mailboxes.ts";
import { type AcceptDeps, type Accepted, acceptedOf, keptResponse, type SendOptions } from "./send-email.ts";

/** A complete message with its envelope, as submitted by SMTP. */
export type SubmittedMessage = {
  /** The bytes to be sent. */
  raw: Buffer;
  /** MAIL FROM; "" is the null path (RFC 5321 §4.5.5). */
  envelopeFrom: string;
  /** RCPT TO, possibly with repeats. */
  recipients: string[];
  /** Author, subject and Message-ID (without brackets) from the header. */
  from: Mailbox;
  subject: string;
  messageId: string;
  /** The changes made to the message, one sentence each. */
  changes?: string[];
};

/** Sends a message as it is. Returns the errors of sendEmail. */
export async function submitMessage(
  { pipeline, idempotent }: AcceptDeps,
  message: SubmittedMessage,
  sender: Sender,
  { idempotencyKey }: SendOptions = {},
): Promise<Accepted | AppError> {
  const email = emailOf(message, sender);
  const ownResponse = keptResponse(email);
  const outcome = await idempotent.run(
    {
      accountId: sender.accountId,
      key: idempotencyKey,
      part: () => recipientsHash(message),
      content: identityOf(message),
    },
    async (key) => {
      const idempotency = key && { ...key, response: ownResponse };
      const stored = await pipeline.accept({ emails: [email], sender, idempotency });
      return stored === "stored" ? ownResponse : stored;
    },
  );
  return outcome instanceof AppError ? outcome : acceptedOf(outcome);
}

/**
 * The fields that identify a message. A client that retries may write another Date, Message-ID and boundary, but not another return
 * path, author or subject.
 */
function identityOf({ envelopeFrom, from, subject }: SubmittedMessage) {
  return { operation: "submit", envelopeFrom, from: from.address, subject };
}

/**
 * RFC 5321 §4.5.3.1.10: a client may send one message, and so one key, in several transactions, each with some of the recipients.
 * Postfix does so above 50 recipients.
 */
function recipientsHash({ recipients }: SubmittedMessage): string {
  return hash("sha256", [...new Set(recipients.map(compareKey))].sort().join("\n"), "hex");
}

function emailOf(message: SubmittedMessage, sender: Sender): NewEmail {
  const id = newId();
  const recipients = message.recipients.map((address) => ({ address, name: null }));
  return {
    accountId: sender.accountId,
    id,
    createdAt: timeOfId(id),
    apiKeyId: sender.keyId,
    messageId: message.messageId,
    from: message.from,
    envelopeFrom: message.envelopeFrom === message.from.address ? null : message.envelopeFrom,
    to: withoutNamedBefore(recipients, new Set()),
    cc: [],
    bcc: [],
    replyTo: [],
    subject: message.subject,
    headers: [],
    inReplyTo: null,
    references: [],
    tags: [],
    metadata: null,
    scheduledAt: null,
    stream: "transactional",
    onUncertain: null,
    html: null,
    text: null,
    attachments: [],
    changes: message.changes ?? [],
    raw: contentOf(message.raw),
  };
}
