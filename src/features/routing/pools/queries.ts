/** The SQL of the routes that manage pools. */
import { sql } from "kysely";
import type { Db } from "../../../platform/db/index.ts";
import type { StoredSource } from "../choice/queries.ts";

export type PoolRow = { id: string; name: string; sources: StoredSource[]; updated_at: Date };
export type PoolColumns = Pick<PoolRow, "name" | "sources">;

type PoolKey = { accountId: string; id: string };

const COLUMNS = ["id", "name", "sources", "updated_at"] as const;

export async function listPools(db: Db, accountId: string): Promise<PoolRow[]> {
  const query = db.selectFrom("pools").select(COLUMNS).where("account_id", "=", accountId).orderBy("id");
  return (await query.execute()) as unknown as PoolRow[];
}

export async function findPool(db: Db, { accountId, id }: PoolKey): Promise<PoolRow | null> {
  const query = db
    .selectFrom("pools")
    .select(COLUMNS)
    .where("account_id", "=", accountId)
    .where("id", "=", id);
  return ((await query.executeTakeFirst()) as unknown as PoolRow | undefined) ?? null;
}

/** Violates `pools_by_name` when another pool has the name. */
export async function insertPool(
  db: Db,
  { accountId, id }: PoolKey,
  { name, sources }: PoolColumns,
): Promise<PoolRow> {
  const query = db
    .insertInto("pools")
    .values({ account_id: accountId, id, name, sources: JSON.stringify(sources) })
    .returning(COLUMNS);
  return (await query.executeTakeFirstOrThrow()) as unknown as PoolRow;
}

export async function updatePool(
  db: Db,
  { accountId, id }: PoolKey,
  { name, sources }: Partial<PoolColumns>,
): Promise<PoolRow> {
  const query = db
    .updateTable("pools")
    .set({
      ...(name !== undefined && { name }),
      ...(sources !== undefined && { sources: JSON.stringify(sources) }),
      revision: sql<number>`revision + 1`,
      updated_at: sql<Date>`now()`,
    })
    .where("account_id", "=", accountId)
    .where("id", "=", id)
    .returning(COLUMNS);
  return (await query.executeTakeFirstOrThrow()) as unknown as PoolRow;
}

export async function deletePool(db: Db, { accountId, id }: PoolKey): Promise<void> {
  await db.deleteFrom("pools").where("account_id", "=", accountId).where("id", "=", id).execute();
}

/** Returns the name of a rule that uses the pool, or null. */
export async function findRuleOfPool(db: Db, { accountId, id }: PoolKey): Promise<string | null> {
  const query = db
    .selectFrom("routing_rules")
    .select("name")
    .where("account_id", "=", accountId)
    .where("pool_id", "=", id)
    .orderBy("position")
    .limit(1);
  return (await query.executeTakeFirst())?.name ?? null;
}
