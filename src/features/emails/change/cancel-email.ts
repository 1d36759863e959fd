import type { Database } from "../../../platform/db/index.ts";
import { cancelEmailRecipients } from "../../recipients/index.ts";
import { emailErrors } from "../errors.ts";
import { findEmail } from "../read/load-detail.ts";
import { type Changer, refuseOtherSenders } from "./refuse-other-senders.ts";

/**
 * Cancels an email's waiting recipients and returns their number. Errors: `email_not_found`, `email_not_cancelable`,
 * `sender_not_allowed`.
 */
export async function cancelEmail(
  database: Database,
  { accountId, limits }: Changer,
  id: string,
): Promise<{ id: string; canceled: number }> {
  const email = await findEmail(database, accountId, id);
  refuseOtherSenders(email, limits);
  const canceled = await cancelEmailRecipients(database, accountId, email.id);
  if (canceled === 0)
    throw emailErrors.email_not_cancelable(
      "This email has no waiting recipients: each one is being sent or is final. See the states of its recipients.",
    );
  return { id: email.id, canceled };
}
