import type { Database } from "../../../platform/db/index.ts";
import type { Permission } from "../../../platform/http/index.ts";
import { operator } from "../audit/actor.ts";
import { accountErrors } from "../errors.ts";
import { findUserByEmail } from "../users/queries.ts";
import { emailKeyOf } from "../users/read-address.ts";
import { createKey } from "./create-key.ts";

/** A key for the account of this user, for who runs the instance. Errors: `user_not_found` and those of `createKey`. */
export async function createKeyForEmail(
  database: Database,
  { email, name, permission = "full" }: { email: string; name: string; permission?: Permission },
): Promise<{ key: string; prefix: string }> {
  const user = await findUserByEmail(database, emailKeyOf(email));
  if (!user) throw accountErrors.user_not_found(`Nobody has registered as ${email}.`);
  const wanted = { accountId: user.account_id, by: operator, input: { name, permission } };
  const { key, prefix } = await createKey(database, wanted);
  return { key, prefix };
}
