import type { Database } from "../../platform/db/index.ts";
import { type Actor, insertAuditEvent } from "../audit/index.ts";
import { keyNotFound } from "./errors.ts";
import { lockKeyRow, updateKeyRow } from "./queries.ts";
import { recordKeyEvent } from "./record-key-event.ts";

/** Revokes the key with all its secrets, permanently. Error: `key_not_found`. */
export async function revokeKey(
  { db: anyConnection }: Database,
  { accountId, keyId, by }: { accountId: string; keyId: number; by: Actor },
): Promise<void> {
  await anyConnection.transaction().execute(async (db) => {
    const key = await lockKeyRow(db, { accountId, keyId });
    if (!key) throw keyNotFound();
    await updateKeyRow(db, { accountId, keyId }, { revoked_at: new Date() });
    await insertAuditEvent(db, { accountId, by, action: "key.revoked", keyId, detail: { name: key.name } });
    await recordKeyEvent(db, { accountId, keyId, type: "key.revoked", detail: { name: key.name } });
  });
}
