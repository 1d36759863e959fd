import type { AcceptEmails } from "./accept-emails.ts";
import type { DraftEmail } from "./draft-email.ts";
import type { IdempotentRequests } from "./idempotent-requests.ts";
import type { NewEmail } from "./new-email.ts";
import type { SendRequest } from "./send-schema.ts";
import type { Sender } from "./sender.ts";

/** The identifiers of an accepted email. */
export type Accepted = {
  id: string;
  /** The Message-ID without its brackets. */
  messageId: string;
  /** The time as which `scheduled_at` was read, in ISO 8601. Absent if the request has no `scheduled_at`. */
  scheduledAt?: string;
  /** Whether an earlier request with the same Idempotency-Key created the email. */
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

/** The response that is stored under an Idempotency-Key. */
export function keptAnswer({ id, messageId, scheduledAt }: NewEmail): Omit<Accepted, "replayed"> {
  return { id, messageId, ...(scheduledAt && { scheduledAt: scheduledAt.toISOString() }) };
}
