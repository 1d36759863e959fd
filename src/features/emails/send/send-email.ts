import { AppError } from "../../../platform/errors/index.ts";
import type { IdempotentRequests, Outcome } from "../idempotency/idempotent-requests.ts";
import type { NewEmail } from "../new-email.ts";
import type { SendRequest } from "../schema/send-schema.ts";
import type { Sender } from "../sender.ts";
import type { AcceptPipeline } from "./accept-pipeline.ts";
import { type DraftDeps, draftEmail } from "./draft-email.ts";

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

export type AcceptDeps = { pipeline: AcceptPipeline; idempotent: IdempotentRequests };
export type SendDeps = AcceptDeps & DraftDeps;
export type SendOptions = { idempotencyKey?: string | undefined };

/**
 * Sends one email. Returns the errors `validation_failed`, `idempotency_conflict`, `idempotency_in_progress`, and those of
 * `AcceptPipeline.accept`.
 */
export async function sendEmail(
  deps: SendDeps,
  request: SendRequest,
  sender: Sender,
  { idempotencyKey }: SendOptions = {},
): Promise<Accepted | AppError> {
  const content = { operation: "send", request };
  const outcome = await deps.idempotent.run(
    { accountId: sender.accountId, key: idempotencyKey, content },
    async (key) => {
      const email = await draftEmail(deps, request, sender);
      if (email instanceof AppError) return email;
      const response = keptResponse(email);
      const idempotency = key && { ...key, response };
      const stored = await deps.pipeline.accept({ emails: [email], sender, idempotency });
      return stored === "stored" ? response : stored;
    },
  );
  return outcome instanceof AppError ? outcome : acceptedOf(outcome);
}

/** Combines the stored response with whether it was replayed. */
export function acceptedOf({ response, replayed }: Outcome<Omit<Accepted, "replayed">>): Accepted {
  return { ...response, replayed };
}

/** The response that is stored under an Idempotency-Key. */
export function keptResponse({ id, messageId, scheduledAt }: NewEmail): Omit<Accepted, "replayed"> {
  return { id, messageId, ...(scheduledAt && { scheduledAt: scheduledAt.toISOString() }) };
}
