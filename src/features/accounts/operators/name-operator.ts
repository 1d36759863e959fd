import type { Database } from "../../../platform/db/index.ts";
import { userNotFound } from "../errors.ts";
import { emailKeyOf } from "../people/read-address.ts";
import { updateOperator } from "./queries.ts";

/**
 * Makes a person an operator, or revokes that. Only the command line calls this. It takes effect with the person's next request.
 * Error: `user_not_found`.
 */
export async function nameOperator(
  database: Database,
  { email, isOperator }: { email: string; isOperator: boolean },
): Promise<void> {
  const isKnown = await updateOperator(database, { emailKey: emailKeyOf(email), isOperator });
  if (!isKnown) throw userNotFound(email);
}
