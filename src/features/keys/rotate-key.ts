import type { Database } from "../../platform/db/index.ts";
import { errors } from "../../platform/errors/index.ts";
import { type Actor, insertAuditEvent } from "../audit/index.ts";
import { makeApiKey } from "./api-key.ts";
import { keyNotFound } from "./errors.ts";
import type { KeyView } from "./http/schema.ts";
import { presentKey } from "./present-key.ts";
import { countWorkingSecrets, endSecrets, findKeyRow, insertSecret, lockKeyRow } from "./queries.ts";
import { recordKeyEvent } from "./record-key-event.ts";

/** Secrets of one key that may work at the same time: enough for a few rotations before all programs have switched. */
const MAX_WORKING_SECRETS = 5;

type Rotation = { accountId: string; keyId: number; by: Actor; overlapSeconds: number };

/**
 * Gives the key a new secret; its id, name, limits and history stay. Previous secrets work for the overlap at most.
 * Errors: `key_not_found`, `conflict`.
 */
export async function rotateKey(
  { db: anyConnection }: Database,
  { accountId, keyId, by, overlapSeconds }: Rotation,
): Promise<KeyView & { key: string }> {
  const secret = makeApiKey();
  return await anyConnection.transaction().execute(async (db) => {
    const before = await lockKeyRow(db, { accountId, keyId });
    if (!before) throw keyNotFound();
    if (before.has_expired)
      throw errors.conflict(
        "This key has expired, so a new secret would not work. Set a later expires_at first.",
      );
    await endSecrets(db, { accountId, keyId }, overlapSeconds);
    if ((await countWorkingSecrets(db, { accountId, keyId })) >= MAX_WORKING_SECRETS)
      throw errors.conflict(
        `This key already has ${MAX_WORKING_SECRETS} working secrets. Wait until an older one expires, rotate without an overlap, or revoke the key.`,
      );
    await insertSecret(db, { accountId, keyId }, secret);
    const detail = { overlap_seconds: overlapSeconds, old_prefix: before.prefix, new_prefix: secret.prefix };
    await insertAuditEvent(db, { accountId, by, action: "key.rotated", keyId, detail });
    await recordKeyEvent(db, {
      accountId,
      keyId,
      type: "key.rotated",
      detail: { name: before.name, overlap_seconds: overlapSeconds },
    });
    const after = (await findKeyRow(db, { accountId, keyId })) ?? before;
    return { key: secret.key, ...presentKey(after) };
  });
}
