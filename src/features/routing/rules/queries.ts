/** The SQL of the routes that manage routing rules. */
import { sql } from "kysely";
import type { Db } from "../../../platform/db/index.ts";
import type { Stream } from "../choice/routing-table.ts";

/** The columns that a user sets. */
export type RuleColumns = {
  name: string;
  enabled: boolean;
  of_account_id: string | null;
  from_domain: string | null;
  tag_name: string | null;
  tag_value: string | null;
  stream: Stream | null;
  recipient_domain: string | null;
  action: "direct" | "relay" | "hold";
  relay_ids: string[];
  spread: "order" | "weight";
  pool_id: string | null;
};

export type RuleRow = RuleColumns & { account_id: string; id: string; position: number; updated_at: Date };

const COLUMNS = [
  "account_id",
  "id",
  "position",
  "name",
  "enabled",
  "of_account_id",
  "from_domain",
  "tag_name",
  "tag_value",
  "stream",
  "recipient_domain",
  "action",
  "relay_ids",
  "spread",
  "pool_id",
  "updated_at",
] as const;

type RuleKey = { accountId: string; id: string };

export async function listRules(db: Db, accountId: string): Promise<RuleRow[]> {
  const query = db
    .selectFrom("routing_rules")
    .select(COLUMNS)
    .where("account_id", "=", accountId)
    .orderBy("position")
    .orderBy("id");
  return (await query.execute()) as RuleRow[];
}

export async function findRule(db: Db, { accountId, id }: RuleKey): Promise<RuleRow | null> {
  const query = db
    .selectFrom("routing_rules")
    .select(COLUMNS)
    .where("account_id", "=", accountId)
    .where("id", "=", id);
  return ((await query.executeTakeFirst()) as RuleRow | undefined) ?? null;
}

export async function insertRule(
  db: Db,
  { accountId, id, position }: RuleKey & { position: number },
  rule: RuleColumns,
): Promise<void> {
  await db
    .insertInto("routing_rules")
    .values({ account_id: accountId, id, position, ...rule })
    .execute();
}

export async function updateRule(
  db: Db,
  { accountId, id }: RuleKey,
  change: Partial<RuleColumns>,
): Promise<void> {
  await db
    .updateTable("routing_rules")
    .set({ ...change, revision: sql<number>`revision + 1`, updated_at: sql<Date>`now()` })
    .where("account_id", "=", accountId)
    .where("id", "=", id)
    .execute();
}

/** Numbers the rules of an account from 1, in the order of these ids. */
export async function renumberRules(db: Db, accountId: string, ids: string[]): Promise<void> {
  await sql`UPDATE routing_rules r SET position = n.position, revision = revision + 1
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS n (id, position)
    WHERE r.account_id = ${accountId} AND r.id = n.id AND r.position <> n.position`.execute(db);
}

export async function deleteRule(db: Db, { accountId, id }: RuleKey): Promise<void> {
  await db.deleteFrom("routing_rules").where("account_id", "=", accountId).where("id", "=", id).execute();
}

/** Returns those of the ids that belong to relays of the account. */
export async function findRelayIds(db: Db, accountId: string, ids: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom("relays")
    .select("id")
    .where("account_id", "=", accountId)
    .where(sql<boolean>`id = ANY (${ids}::uuid[])`)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

export async function poolExists(db: Db, { accountId, id }: RuleKey): Promise<boolean> {
  const query = db.selectFrom("pools").select("id").where("account_id", "=", accountId).where("id", "=", id);
  return (await query.executeTakeFirst()) !== undefined;
}

export async function accountExists(db: Db, id: string): Promise<boolean> {
  const query = db.selectFrom("accounts").select("id").where("id", "=", id);
  return (await query.executeTakeFirst()) !== undefined;
}
