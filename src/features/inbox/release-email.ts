import { orThrow } from "../../platform/errors/index.ts";
import { type Accepted, findEmail, type ResendDeps, resendEmail, type Sender } from "../emails/index.ts";
import { idsInInbox } from "./change-inbox.ts";
import { inboxErrors } from "./errors.ts";

/** A person or a key that releases mail. */
type Releaser = { accountId: string; personId: string | null };
/** How a released email is sent: by the delivery mode, or in test mode through a relay. Null: it cannot be sent. */
type ReleaseRoute = "mode" | { relayId: string; relayName: string } | null;
export type ReleaseDeps = ResendDeps & { releaseRouteFor: (by: Releaser) => Promise<ReleaseRoute> };
type Release = { id: string; to: string | string[]; idempotencyKey: string | undefined; by: Releaser };

const TEST_MODE =
  "The instance is in test mode, so this email cannot be sent to a real address. An operator can release it once the instance has a relay (Routing → Relays), or chooses relay or direct delivery under Settings → Delivery.";

/**
 * Sends a captured email to real addresses, as a new email with the same content. Errors: `email_not_found`, `test_mode`, and those
 * of `resendEmail`.
 */
export async function releaseEmail(
  deps: ReleaseDeps,
  { id, to, idempotencyKey, by }: Release,
  sender: Sender,
): Promise<Accepted> {
  const { accountId } = sender;
  const [captured] = await idsInInbox(deps.database, { accountId, ids: [id] });
  if (captured === undefined) {
    // Throws the error of an email that the account does not have. One that it has may still not be in its inbox.
    await findEmail(deps.database, accountId, id);
    throw inboxErrors.not_in_inbox("This email is not in the inbox. Use resend for mail that was sent.");
  }
  const route = await deps.releaseRouteFor(by);
  if (route === null) throw inboxErrors.test_mode(TEST_MODE);
  const relayId = route === "mode" ? null : route.relayId;
  return orThrow(await resendEmail(deps, { id, to }, sender, { idempotencyKey, relayId }));
}
