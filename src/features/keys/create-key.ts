import type { Database } from "../../platform/db/index.ts";
import { readName } from "../accounts/index.ts";
import { type Actor, insertAuditEvent } from "../audit/index.ts";
import { makeApiKey } from "./api-key.ts";
import { keyErrors } from "./errors.ts";
import type { KeyView } from "./http/schema.ts";
import { presentKey } from "./present-key.ts";
import { countKeys, findKeyRow, insertKeyRow, insertSecret } from "./queries.ts";
import { type KeyLimitsInput, readKeyLimits } from "./read-key-limits.ts";
import { recordKeyEvent } from "./record-key-event.ts";

/** Active keys of an account: far more than a person can keep track of, few enough for a list without pages. */
const MAX_KEYS = 100;

type Wanted = { accountId: string; by: Actor; input: KeyLimitsInput & { name: string } };

/** Returns the whole key, which is never stored. Errors: `validation_failed`, `key_limit_reached`. */
export async function createKey(
  { db: anyConnection }: Database,
  { accountId, by, input }: Wanted,
): Promise<KeyView & { key: string }> {
  const name = readName(input.name, "name");
  const limits = readKeyLimits(input, new Date());
  const secret = makeApiKey();
  return await anyConnection.transaction().execute(async (db) => {
    if ((await countKeys(db, accountId)) >= MAX_KEYS)
      throw keyErrors.key_limit_reached(`The account already has ${MAX_KEYS} active keys. Revoke one first.`);
    const keyId = await insertKeyRow(db, { accountId, name, limits });
    await insertSecret(db, { accountId, keyId }, secret);
    await insertAuditEvent(db, { accountId, by, action: "key.created", keyId, detail: { name, ...limits } });
    await recordKeyEvent(db, { accountId, keyId, type: "key.created", detail: { name } });
    const row = await findKeyRow(db, { accountId, keyId });
    if (!row) throw new Error("a key that was just written is not there");
    return { key: secret.key, ...presentKey(row) };
  });
}
