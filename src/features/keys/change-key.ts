import type { Database } from "../../platform/db/index.ts";
import { readName } from "../accounts/index.ts";
import { type Actor, changesOf, insertAuditEvent } from "../audit/index.ts";
import { keyNotFound } from "./errors.ts";
import type { KeyView } from "./http/schema.ts";
import { presentKey } from "./present-key.ts";
import { findKeyRow, lockKeyRow, updateKeyRow } from "./queries.ts";
import { type KeyLimitsInput, readKeyLimits } from "./read-key-limits.ts";

type Change = { accountId: string; keyId: number; by: Actor; input: KeyLimitsInput & { name?: string } };

/**
 * Changes the given fields; null removes a limit. Takes effect on every node within a second.
 * Errors: `validation_failed`, `key_not_found`.
 */
export async function changeKey(
  { db: anyConnection }: Database,
  { accountId, keyId, by, input }: Change,
): Promise<KeyView> {
  const change = {
    ...readKeyLimits(input, new Date()),
    ...(input.name === undefined ? {} : { name: readName(input.name, "name") }),
  };
  return await anyConnection.transaction().execute(async (db) => {
    const before = await lockKeyRow(db, { accountId, keyId });
    if (!before) throw keyNotFound();
    const detail = changesOf(before, change);
    if (Object.keys(detail).length === 0) return presentKey(before);
    await updateKeyRow(db, { accountId, keyId }, change);
    await insertAuditEvent(db, { accountId, by, action: "key.changed", keyId, detail });
    return presentKey((await findKeyRow(db, { accountId, keyId })) ?? before);
  });
}
