import type { AcceptEmails } from "./accept-emails.ts";
import type { DraftEmail } from "./draft-email.ts";
import type { IdempotentRequests } from "./idempotent-requests.ts";
import type { NewEmail } from "./new-email.ts";
import type { SendRequest } from "./send-schema.ts";
import type { Sender } from "./sender.ts";

/** What an accepted email is known by. */
export type Accepted = {
  id: string;
  /** The Message-ID without its brackets. */
  messageId: string;
  /** When it is due, ISO 8601, as `scheduled_at` was read; absent if it was not given. */
  scheduledAt?: string;
  /** Of the email that an earlier request with the same Idempotency-Key made. */
  replayed: boolean;
};

export type SendEmail = (
  request: SendRequest,
  sender: Sender,
  options?: { idempotencyKey?: string | undefined },
) => Promise<Accepted>;

export type SendDeps = {
  acceptEmails: AcceptEmails;
  draftEmail: DraftEmail;
  idempotent: IdempotentRequests;
};

/** Sends one email. Errors: `validation_failed`, `idempotency_conflict`, `idempotency_in_progress`, and those of acceptEmails. */
export function createSendEmail({ acceptEmails, draftEmail, idempotent }: SendDeps): SendEmail {
  return async function sendEmail(request, sender, { idempotencyKey } = {}) {
    const content = { operation: "send", request };
    const { answer, replayed } = await idempotent.answer(
      { accountId: sender.accountId, key: idempotencyKey, content },
      async (key) => {
        const email = await draftEmail(request, sender);
        const answer = keptAnswer(email);
        await acceptEmails({ emails: [email], sender, idempotency: key && { ...key, answer } });
        return answer;
      },
    );
    return { ...answer, replayed };
  };
}

/** What is kept under an Idempotency-Key. */
export function keptAnswer({ id, messageId, scheduledAt }: NewEmail): Omit<Accepted, "replayed"> {
  return { id, messageId, ...(scheduledAt && { scheduledAt: scheduledAt.toISOString() }) };
}
