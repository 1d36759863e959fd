import type { Database } from "../../../platform/db/index.ts";
import { emailErrors } from "../errors.ts";
import { findEmail } from "../read/load-detail.ts";
import { cancelWaiting } from "./queries.ts";

/** Recipients that wait are not sent to any more. Answers how many. Errors: `email_not_found`, `email_not_cancelable`. */
export async function cancelEmail(
  database: Database,
  accountId: string,
  id: string,
): Promise<{ id: string; canceled: number }> {
  const email = await findEmail(database, accountId, id);
  const canceled = await cancelWaiting(database, accountId, email.id);
  if (canceled === 0)
    throw emailErrors.email_not_cancelable(
      "Nothing of this email is waiting: each recipient is being sent to or has reached its end. See its recipients' states.",
    );
  return { id: email.id, canceled };
}
