/** All SQL of API keys. */
import { sql } from "kysely";
import type { Database } from "../../../platform/db/index.ts";

export type KeyCredential = { accountId: string; keyId: number; secretHash: Buffer };

/** By the public prefix, which is unique; null for a key that never was or is revoked. */
export async function findActiveKey(database: Database, prefix: string): Promise<KeyCredential | null> {
  const row = await database.db
    .selectFrom("api_keys")
    .select(["account_id", "id", "secret_hash"])
    .where("prefix", "=", prefix)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return row ? { accountId: row.account_id, keyId: row.id, secretHash: row.secret_hash } : null;
}

export function listActiveKeys(database: Database, accountId: string) {
  return database.db
    .selectFrom("api_keys")
    .select(["id", "name", "prefix", "created_at", "last_used"])
    .where("account_id", "=", accountId)
    .where("revoked_at", "is", null)
    .orderBy("id", "desc")
    .execute();
}

export async function countActiveKeys(database: Database, accountId: string): Promise<number> {
  const row = await database.db
    .selectFrom("api_keys")
    .select((keys) => keys.fn.countAll<number>().as("count"))
    .where("account_id", "=", accountId)
    .where("revoked_at", "is", null)
    .executeTakeFirstOrThrow();
  return row.count;
}

export function insertKey(
  database: Database,
  key: { accountId: string; prefix: string; secretHash: Buffer; name: string },
) {
  return database.db
    .insertInto("api_keys")
    .values({ account_id: key.accountId, prefix: key.prefix, secret_hash: key.secretHash, name: key.name })
    .returning(["id", "created_at"])
    .executeTakeFirstOrThrow();
}

/** False if it is not theirs, not there, or revoked already. */
export async function revokeKeyRow(database: Database, accountId: string, keyId: number): Promise<boolean> {
  const { numUpdatedRows } = await database.db
    .updateTable("api_keys")
    .set({ revoked_at: sql<Date>`now()` })
    .where("account_id", "=", accountId)
    .where("id", "=", keyId)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export type UsedKey = { accountId: string; keyId: number };

/** One statement for all keys that were used; nodes that saw the same key within the minute write it once. */
export async function noteKeysUsed(database: Database, used: readonly UsedKey[]): Promise<void> {
  const accountIds = used.map(({ accountId }) => accountId);
  const keyIds = used.map(({ keyId }) => keyId);
  await sql`UPDATE api_keys SET last_used = now()
    FROM unnest(${accountIds}::uuid[], ${keyIds}::int[]) AS used (account_id, id)
    WHERE api_keys.account_id = used.account_id AND api_keys.id = used.id
      AND (last_used IS NULL OR last_used < now() - interval '50 seconds')`.execute(database.db);
}
