import type { Database } from "../../platform/db/index.ts";
import { AppError, orThrow, returned } from "../../platform/errors/index.ts";
import { type Accepted, findEmail, type ResendDeps, resendEmail, type Sender } from "../emails/index.ts";
import { idsInInbox } from "./change-inbox.ts";
import { inboxErrors } from "./errors.ts";

/** The person or the key of a request. */
type RequestedBy = { accountId: string; personId: string | null; isLimited: boolean };
/** How a released email is sent: by the delivery mode, or in test mode through a relay. */
type ReleaseRoute = "mode" | { relayId: string; relayName: string } | "no relay" | "not allowed";
export type ReleaseDeps = ResendDeps & { releaseRouteFor: (by: RequestedBy) => Promise<ReleaseRoute> };
type Release = { id: string; to: string | string[]; idempotencyKey: string | undefined; by: RequestedBy };

const TEST_MODE = "The instance is in test mode, ";
const REFUSALS = {
  "not allowed": `${TEST_MODE}in which only operators can release mail. An operator can change the delivery mode under Settings → Delivery.`,
  "no relay": `${TEST_MODE}and no relay is enabled through which the email could be released. Add one under Routing, or change the delivery mode under Settings → Delivery.`,
};

/**
 * Sends a captured email to real addresses, as a new email with the same content. Errors: `email_not_found`, `not_in_inbox`,
 * `test_mode`, and those of `resendEmail`.
 */
export async function releaseEmail(
  deps: ReleaseDeps,
  { id, to, idempotencyKey, by }: Release,
  sender: Sender,
): Promise<Accepted> {
  const findReleaseRelay = async () => {
    const error = await inboxError(deps.database, sender.accountId, id);
    if (error) return error;
    const route = await deps.releaseRouteFor(by);
    if (route === "mode") return null;
    return typeof route === "object" ? route.relayId : inboxErrors.test_mode(REFUSALS[route]);
  };
  return orThrow(await resendEmail(deps, { id, to }, sender, { idempotencyKey, findReleaseRelay }));
}

/** Returns the error of an email that is not in the account's inbox. Null: it is. */
async function inboxError(database: Database, accountId: string, id: string): Promise<AppError | null> {
  const [captured] = await idsInInbox(database, { accountId, ids: [id] });
  if (captured !== undefined) return null;
  const email = await returned(findEmail(database, accountId, id));
  if (email instanceof AppError) return email;
  return inboxErrors.not_in_inbox("This email is not in the inbox. Use resend for mail that was sent.");
}
