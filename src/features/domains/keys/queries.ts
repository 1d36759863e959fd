/** All SQL of DKIM keys. */
import type { KeyAlgorithm } from "../../../mail/dkim/index.ts";
import type { Database, Db } from "../../../platform/db/index.ts";
import type { Domain } from "../domain.ts";
import type { DomainRef } from "../queries.ts";
import type { DomainKey } from "../records/key-records.ts";
import type { KeySet } from "./key-sets.ts";

export type NewKey = DomainKey & { sealed: Buffer };

/** Lists keys without their private halves. */
export async function listKeys(db: Db, { accountId, name }: DomainRef): Promise<DomainKey[]> {
  const rows = await db
    .selectFrom("domain_keys")
    .select(["key_set", "algorithm", "public_key"])
    .where("account_id", "=", accountId)
    .where("domain", "=", name)
    .orderBy("key_set")
    .orderBy("algorithm", "desc")
    .execute();
  return rows.map(toKey);
}

type KeyRow = { key_set: number; algorithm: string; public_key: string };

function toKey({ key_set: keySet, algorithm, public_key }: KeyRow): DomainKey {
  return { keySet: keySet as KeySet, algorithm: algorithm as KeyAlgorithm, publicKey: public_key };
}

/** Lists the keys of several domains, by name. */
export async function listKeysOf(
  { db }: Database,
  accountId: string,
  names: readonly string[],
): Promise<Map<string, DomainKey[]>> {
  if (names.length === 0) return new Map();
  const rows = await db
    .selectFrom("domain_keys")
    .select(["domain", "key_set", "algorithm", "public_key"])
    .where("account_id", "=", accountId)
    .where("domain", "in", names)
    .execute();
  const byName = Map.groupBy(rows, ({ domain }) => domain);
  return new Map([...byName].map(([name, keys]) => [name, keys.map(toKey)]));
}

/** Stores keys and replaces existing ones of the same set and algorithm. */
export async function putKeys(
  db: Db,
  { accountId, name }: DomainRef,
  keys: readonly NewKey[],
): Promise<void> {
  const rows = keys.map((key) => ({
    account_id: accountId,
    domain: name,
    key_set: key.keySet,
    algorithm: key.algorithm,
    public_key: key.publicKey,
    private_key_sealed: key.sealed,
  }));
  await db
    .insertInto("domain_keys")
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(["account_id", "domain", "key_set", "algorithm"]).doUpdateSet((made) => ({
        public_key: made.ref("excluded.public_key"),
        private_key_sealed: made.ref("excluded.private_key_sealed"),
        created_at: made.ref("excluded.created_at"),
      })),
    )
    .execute();
}

/** Returns the time when a key set was created, or null when it is empty. */
export async function timeOfKeys(
  db: Db,
  { accountId, name, keySet }: DomainRef & { keySet: KeySet },
): Promise<Date | null> {
  const row = await db
    .selectFrom("domain_keys")
    .select((select) => select.fn.min("created_at").as("made_at"))
    .where("account_id", "=", accountId)
    .where("domain", "=", name)
    .where("key_set", "=", keySet)
    .executeTakeFirst();
  return (row?.made_at as Date | null | undefined) ?? null;
}

/** Loads a domain's active keys and the findings about their DNS records. */
export async function loadActiveKeys({ db }: Database, { accountId, name }: DomainRef) {
  const rows = await db
    .selectFrom("domains as domain")
    .innerJoin("domain_keys as key", (join) =>
      join
        .onRef("key.account_id", "=", "domain.account_id")
        .onRef("key.domain", "=", "domain.name")
        .onRef("key.key_set", "=", "domain.active_key_set"),
    )
    .select([
      "domain.name",
      "domain.token",
      "domain.findings",
      "key.key_set",
      "key.algorithm",
      "key.private_key_sealed",
    ])
    .where("domain.account_id", "=", accountId)
    .where("domain.name", "=", name)
    // RSA first, because all verifiers that stop after the first signature know RSA.
    .orderBy("key.algorithm", "desc")
    .execute();
  return rows.map((row) => ({
    name: row.name,
    token: row.token,
    findings: row.findings as Domain["findings"],
    keySet: row.key_set as KeySet,
    algorithm: row.algorithm as KeyAlgorithm,
    sealed: row.private_key_sealed,
  }));
}
