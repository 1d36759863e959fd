import type { Database } from "../../../platform/db/index.ts";
import { type Actor, insertAuditEvent } from "../../audit/index.ts";
import { keyNotFound } from "../errors.ts";
import type { KeyView } from "../http/schema.ts";
import { presentKey } from "../present-key.ts";
import { findKeyRow, lockKeyRow } from "../queries.ts";
import { resumeKeyRow } from "./queries.ts";

type Resumption = { accountId: string; keyId: number; by: Actor };

/** Resumes a paused key; a key that is not paused is unchanged. Error: `key_not_found`. */
export async function resumeKey(
  { db: anyConnection }: Database,
  { accountId, keyId, by }: Resumption,
): Promise<KeyView> {
  return await anyConnection.transaction().execute(async (db) => {
    const before = await lockKeyRow(db, { accountId, keyId });
    if (!before) throw keyNotFound();
    if (before.paused_at === null) return presentKey(before);
    await resumeKeyRow(db, { accountId, keyId });
    const detail = { paused_at: before.paused_at.toISOString(), reason: before.paused_reason };
    await insertAuditEvent(db, { accountId, by, action: "key.resumed", keyId, detail });
    return presentKey((await findKeyRow(db, { accountId, keyId })) ?? before);
  });
}
