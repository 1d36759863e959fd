/** The SQL of the routes that manage relays. */
import { sql } from "kysely";
import type { Db } from "../../../platform/db/index.ts";
import type { RelayKind } from "../choice/routing-table.ts";

export type RelayRow = {
  account_id: string;
  id: string;
  name: string;
  kind: RelayKind;
  url: string;
  secret_sealed: Buffer | null;
  weight: number;
  rate_per_second: number | null;
  max_connections: number | null;
  enabled: boolean;
  updated_at: Date;
  state: "closed" | "open" | "auth_failed";
  failures: number;
  retry_at: Date | null;
  last_error: string | null;
  last_error_at: Date | null;
  last_success_at: Date | null;
  tested_at: Date | null;
  test_error: string | null;
};

/** The columns that a user sets. */
export type RelayColumns = Pick<
  RelayRow,
  "name" | "kind" | "url" | "secret_sealed" | "weight" | "rate_per_second" | "max_connections" | "enabled"
>;

const COLUMNS = [
  "account_id",
  "id",
  "name",
  "kind",
  "url",
  "secret_sealed",
  "weight",
  "rate_per_second",
  "max_connections",
  "enabled",
  "updated_at",
  "state",
  "failures",
  "retry_at",
  "last_error",
  "last_error_at",
  "last_success_at",
  "tested_at",
  "test_error",
] as const;

type RelayKey = { accountId: string; id: string };

export async function listRelays(db: Db, accountId: string): Promise<RelayRow[]> {
  const query = db.selectFrom("relays").select(COLUMNS).where("account_id", "=", accountId).orderBy("id");
  return (await query.execute()) as RelayRow[];
}

export async function findRelay(db: Db, { accountId, id }: RelayKey): Promise<RelayRow | null> {
  const query = db
    .selectFrom("relays")
    .select(COLUMNS)
    .where("account_id", "=", accountId)
    .where("id", "=", id);
  return ((await query.executeTakeFirst()) as RelayRow | undefined) ?? null;
}

/** Violates `relays_by_name` when another relay has the name. */
export async function insertRelay(
  db: Db,
  { accountId, id }: RelayKey,
  relay: RelayColumns,
): Promise<RelayRow> {
  const query = db
    .insertInto("relays")
    .values({ account_id: accountId, id, ...relay })
    .returning(COLUMNS);
  return (await query.executeTakeFirstOrThrow()) as RelayRow;
}

/** Workers use the change within a second. Resets the relay's health and its last test, because the change may have fixed it. */
export async function updateRelay(
  db: Db,
  { accountId, id }: RelayKey,
  change: Partial<RelayColumns>,
): Promise<RelayRow | null> {
  const query = db
    .updateTable("relays")
    .set({
      ...change,
      revision: sql<number>`revision + 1`,
      updated_at: sql<Date>`now()`,
      state: "closed",
      failures: 0,
      retry_at: null,
      tested_at: null,
      test_error: null,
    })
    .where("account_id", "=", accountId)
    .where("id", "=", id)
    .returning(COLUMNS);
  return ((await query.executeTakeFirst()) as RelayRow | undefined) ?? null;
}

export async function deleteRelay(db: Db, { accountId, id }: RelayKey): Promise<void> {
  await db.deleteFrom("relays").where("account_id", "=", accountId).where("id", "=", id).execute();
}

export async function countRelays(db: Db, accountId: string): Promise<number> {
  const query = db
    .selectFrom("relays")
    .select(({ fn }) => fn.countAll<string>().as("n"))
    .where("account_id", "=", accountId);
  return Number((await query.executeTakeFirstOrThrow()).n);
}

/** Returns the name of a rule of the account that uses the relay, or null. */
export async function findRuleOfRelay(db: Db, { accountId, id }: RelayKey): Promise<string | null> {
  const query = db
    .selectFrom("routing_rules")
    .select("name")
    .where("account_id", "=", accountId)
    .where(sql<boolean>`relay_ids @> ARRAY[${id}::uuid]`)
    .orderBy("position")
    .limit(1);
  return (await query.executeTakeFirst())?.name ?? null;
}
