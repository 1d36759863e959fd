import type { Database } from "../../../platform/db/index.ts";
import { accountErrors } from "../errors.ts";
import { readName } from "../read-name.ts";
import { makeApiKey } from "./api-key.ts";
import { countActiveKeys, insertKey } from "./queries.ts";

/** Far more than anyone keeps track of; the list shows all of them at once. */
const maxActiveKeys = 100;

/** The only moment at which the whole key exists outside the caller's hands. Errors: `validation_failed`, `key_limit_reached`. */
export async function createKey(
  database: Database,
  { accountId, name }: { accountId: string; name: string },
) {
  const readableName = readName(name, "name");
  if ((await countActiveKeys(database, accountId)) >= maxActiveKeys)
    throw accountErrors.key_limit_reached(
      `There are ${maxActiveKeys} active keys already. Revoke one first.`,
    );
  const { key, prefix, secretHash } = makeApiKey();
  const row = await insertKey(database, { accountId, prefix, secretHash, name: readableName });
  return { key, prefix, id: row.id, name: readableName, created_at: row.created_at.toISOString() };
}
