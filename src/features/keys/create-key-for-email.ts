import type { Database } from "../../platform/db/index.ts";
import type { Permission } from "../../platform/http/index.ts";
import { findAccountOf, userNotFound } from "../accounts/index.ts";
import { OPERATOR } from "../audit/index.ts";
import { createKey } from "./create-key.ts";

/** Creates a key for the account of a person, on the command line. Errors: `user_not_found` and those of `createKey`. */
export async function createKeyForEmail(
  database: Database,
  { email, name, permission = "full" }: { email: string; name: string; permission?: Permission },
): Promise<{ key: string; prefix: string }> {
  const accountId = await findAccountOf(database, email);
  if (accountId === null) throw userNotFound(email);
  const wanted = { accountId, by: OPERATOR, input: { name, permission } };
  const { key, prefix } = await createKey(database, wanted);
  return { key, prefix };
}
