/** All SQL of managing API keys. Authentication: auth/queries.ts. */
import { type Selectable, sql } from "kysely";
import type { DB } from "../../platform/db/generated/tables.ts";
import type { Database, Db } from "../../platform/db/index.ts";
import type { LongLines, Permission } from "../../platform/http/index.ts";
import type { KeyLimitColumns } from "./read-key-limits.ts";

export type KeyRow = Pick<
  Selectable<DB["api_keys"]>,
  | "id"
  | "name"
  | "from_domains"
  | "networks"
  | "expires_at"
  | "daily_limit"
  | "created_at"
  | "last_used"
  | "paused_at"
  | "paused_reason"
> & {
  permission: Permission;
  long_lines: LongLines;
  prefix: string;
  last_four: string | null;
  has_expired: boolean;
  old_secret_expires_at: Date | null;
};

type KeyId = { accountId: string; keyId: number };

function unrevoked(db: Db, accountId: string) {
  return db
    .selectFrom("api_keys as key")
    .innerJoin("api_key_secrets as secret", (join) =>
      join
        .onRef("secret.account_id", "=", "key.account_id")
        .onRef("secret.key_id", "=", "key.id")
        .on("secret.expires_at", "is", null),
    )
    .select([
      "key.id",
      "key.name",
      "key.from_domains",
      "key.networks",
      "key.expires_at",
      "key.daily_limit",
      "key.created_at",
      "key.last_used",
      "key.paused_at",
      "key.paused_reason",
      "secret.prefix",
      "secret.last_four",
      sql<Permission>`key.permission`.as("permission"),
      sql<LongLines>`key.long_lines`.as("long_lines"),
      sql<boolean>`coalesce(key.expires_at <= now(), false)`.as("has_expired"),
      sql<Date | null>`(SELECT max(old.expires_at) FROM api_key_secrets old
        WHERE old.account_id = key.account_id AND old.key_id = key.id AND old.expires_at > now())`.as(
        "old_secret_expires_at",
      ),
    ])
    .where("key.account_id", "=", accountId)
    .where("key.revoked_at", "is", null);
}

/** Active and expired, newest first. */
export async function listKeyRows({ db }: Database, accountId: string): Promise<KeyRow[]> {
  return await unrevoked(db, accountId).orderBy("key.id", "desc").execute();
}

/** Null if the key does not exist, is revoked, or belongs to another account. */
export async function findKeyRow(db: Db, { accountId, keyId }: KeyId): Promise<KeyRow | null> {
  return (await unrevoked(db, accountId).where("key.id", "=", keyId).executeTakeFirst()) ?? null;
}

/** The same, and locks the key until the transaction ends. */
export async function lockKeyRow(db: Db, { accountId, keyId }: KeyId): Promise<KeyRow | null> {
  await db
    .selectFrom("api_keys")
    .select("id")
    .where("account_id", "=", accountId)
    .where("id", "=", keyId)
    .forUpdate()
    .execute();
  return await findKeyRow(db, { accountId, keyId });
}

export async function countKeys(db: Db, accountId: string): Promise<number> {
  const row = await db
    .selectFrom("api_keys")
    .select((keys) => keys.fn.countAll<number>().as("count"))
    .where("account_id", "=", accountId)
    .where("revoked_at", "is", null)
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function insertKeyRow(
  db: Db,
  { accountId, name, limits }: { accountId: string; name: string; limits: KeyLimitColumns },
): Promise<number> {
  const row = await db
    .insertInto("api_keys")
    .values({ account_id: accountId, name, ...limits })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

type Secret = { prefix: string; lastFour: string; secretHash: Buffer };

export async function insertSecret(db: Db, { accountId, keyId }: KeyId, secret: Secret): Promise<void> {
  await db
    .insertInto("api_key_secrets")
    .values({
      account_id: accountId,
      key_id: keyId,
      prefix: secret.prefix,
      secret_hash: secret.secretHash,
      last_four: secret.lastFour,
    })
    .execute();
}

/** Ends all secrets after `afterSeconds`, or at their own expiry if that is earlier. */
export async function endSecrets(db: Db, { accountId, keyId }: KeyId, afterSeconds: number): Promise<void> {
  await db
    .updateTable("api_key_secrets")
    .set({ expires_at: sql<Date>`least(expires_at, now() + make_interval(secs => ${afterSeconds}))` })
    .where("account_id", "=", accountId)
    .where("key_id", "=", keyId)
    .execute();
}

export async function countWorkingSecrets(db: Db, { accountId, keyId }: KeyId): Promise<number> {
  const row = await db
    .selectFrom("api_key_secrets")
    .select((secrets) => secrets.fn.countAll<number>().as("count"))
    .where("account_id", "=", accountId)
    .where("key_id", "=", keyId)
    .where((secret) =>
      secret.or([secret("expires_at", "is", null), secret("expires_at", ">", sql<Date>`now()`)]),
    )
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function updateKeyRow(
  db: Db,
  { accountId, keyId }: KeyId,
  change: KeyLimitColumns & { name?: string; revoked_at?: Date },
): Promise<void> {
  await db
    .updateTable("api_keys")
    .set(change)
    .where("account_id", "=", accountId)
    .where("id", "=", keyId)
    .execute();
}
