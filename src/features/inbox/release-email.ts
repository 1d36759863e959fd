import type { DeliveryMode } from "../../config.ts";
import { type AppError, orThrow } from "../../platform/errors/index.ts";
import { type Accepted, findEmail, type ResendDeps, resendEmail, type Sender } from "../emails/index.ts";
import { idsInInbox } from "./change-inbox.ts";
import { inboxErrors } from "./errors.ts";

export type ReleaseDeps = ResendDeps & { deliveryMode: () => Promise<DeliveryMode> };
type Release = { id: string; to: string | string[]; idempotencyKey: string | undefined };

/**
 * Sends a captured email to real addresses, as a new email with the same content. Errors: `email_not_found`, `test_mode`, and those
 * of `resendEmail`.
 */
export async function releaseEmail(
  deps: ReleaseDeps,
  { id, to, idempotencyKey }: Release,
  sender: Sender,
): Promise<Accepted> {
  const { accountId } = sender;
  const [captured] = await idsInInbox(deps.database, { accountId, ids: [id] });
  // Throws the error of an email that the account does not have. One that it has may still not be in its inbox.
  if (captured === undefined) await findEmail(deps.database, accountId, id);
  const refusal = await reasonNotToRelease(deps, captured !== undefined);
  if (refusal) throw refusal;
  return orThrow(await resendEmail(deps, { id, to }, sender, { idempotencyKey }));
}

async function reasonNotToRelease(
  { deliveryMode }: ReleaseDeps,
  isCaptured: boolean,
): Promise<AppError | null> {
  if (!isCaptured)
    return inboxErrors.not_in_inbox("This email is not in the inbox. Use resend for mail that was sent.");
  if ((await deliveryMode()) !== "capture") return null;
  return inboxErrors.test_mode(
    "The instance is in test mode, so this email cannot be sent to a real address. An operator chooses relay or direct delivery under Settings → Delivery.",
  );
}
