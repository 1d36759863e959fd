/** SQL of authentication: loads the key of a request and stores its use. Managing keys: keys/queries.ts. */
import { sql } from "kysely";
import type { Database } from "../../../platform/db/index.ts";
import type { LongLines, Permission } from "../../../platform/http/index.ts";

export type SecretRow = NonNullable<Awaited<ReturnType<typeof findSecret>>>;

/** A secret of a key that is not revoked. Expiry is decided by the database's clock, which all nodes share. */
export async function findSecret(database: Database, prefix: string) {
  const query = database.db
    .selectFrom("api_key_secrets as secret")
    .innerJoin("api_keys as key", (join) =>
      join.onRef("key.account_id", "=", "secret.account_id").onRef("key.id", "=", "secret.key_id"),
    )
    .select([
      "key.account_id",
      "key.id",
      "key.from_domains",
      "key.networks",
      "key.daily_limit",
      "key.paused_reason",
      "secret.secret_hash",
      sql<Permission>`key.permission`.as("permission"),
      sql<LongLines>`key.long_lines`.as("long_lines"),
      sql<boolean>`num_nonnulls(key.from_domains, key.networks, key.expires_at, key.daily_limit) > 0`.as(
        "is_limited",
      ),
      sql<boolean>`coalesce(key.expires_at <= now(), false)`.as("has_expired"),
      sql<boolean>`coalesce(secret.expires_at <= now(), false)`.as("is_replaced"),
    ])
    .where("secret.prefix", "=", prefix)
    .where("key.revoked_at", "is", null);
  return (await query.executeTakeFirst()) ?? null;
}

export type UsedKey = { accountId: string; keyId: number };

/** One statement for all used keys. Nodes that saw the same key within a minute write it once. */
export async function noteKeysUsed(database: Database, used: readonly UsedKey[]): Promise<void> {
  const accountIds = used.map(({ accountId }) => accountId);
  const keyIds = used.map(({ keyId }) => keyId);
  await sql`UPDATE api_keys SET last_used = now()
    FROM unnest(${accountIds}::uuid[], ${keyIds}::int[]) AS used (account_id, id)
    WHERE api_keys.account_id = used.account_id AND api_keys.id = used.id
      AND (last_used IS NULL OR last_used < now() - interval '50 seconds')`.execute(database.db);
}
