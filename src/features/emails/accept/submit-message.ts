import { hash } from "node:crypto";
import { compareKey, type Mailbox } from "../../../mail/address/index.ts";
import { newId, timeOfId } from "../../../platform/ids/index.ts";
import { contentOf } from "../contents/content.ts";
import type { NewEmail } from "./new-email.ts";
import { withoutNamedBefore } from "./read-mailboxes.ts";
import { type Accepted, keptAnswer, type SendDeps } from "./send-email.ts";
import type { Sender } from "./sender.ts";

/** A message that came whole, with its envelope. */
export type SubmittedMessage = {
  /** As it goes out. */
  raw: Buffer;
  /** MAIL FROM; "" is the null path (RFC 5321 §4.5.5). */
  envelopeFrom: string;
  /** RCPT TO, without repeats or with. */
  recipients: string[];
  /** What its header says: author, subject, and Message-ID without brackets. */
  from: Mailbox;
  subject: string;
  messageId: string;
  /** What was changed in it, a sentence each. */
  changes?: string[];
};

export type SubmitMessage = (
  message: SubmittedMessage,
  sender: Sender,
  options?: { idempotencyKey?: string | undefined },
) => Promise<Accepted>;

/** Sends a message as it is. Errors: those of sendEmail. */
export function createSubmitMessage({
  acceptEmails,
  idempotent,
}: Pick<SendDeps, "acceptEmails" | "idempotent">): SubmitMessage {
  return async function submitMessage(message, sender, { idempotencyKey } = {}) {
    const email = emailOf(message, sender);
    const answer = keptAnswer(email);
    const { answer: kept, replayed } = await idempotent.answer(
      {
        accountId: sender.accountId,
        key: idempotencyKey,
        part: () => recipientsHash(message),
        content: whatIsAsked(message),
      },
      async (key) => {
        await acceptEmails({ emails: [email], sender, idempotency: key && { ...key, answer } });
        return answer;
      },
    );
    return { ...kept, replayed };
  };
}

/**
 * What makes it another message: a client that sends again may write another Date, Message-ID and boundary, but not another
 * return path, author or subject.
 */
function whatIsAsked({ envelopeFrom, from, subject }: SubmittedMessage) {
  return { operation: "submit", envelopeFrom, from: from.address, subject };
}

/**
 * RFC 5321 §4.5.3.1.10: a client may send one message, so one key, in several transactions, each with some of the recipients. Postfix
 * does it above 50.
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
