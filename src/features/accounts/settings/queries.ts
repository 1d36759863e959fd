/** All SQL of accounts, and of the name of a person. */
import { sql } from "kysely";
import type { Database, Db } from "../../../platform/db/index.ts";
import type { DeliverySettings } from "./delivery-settings.ts";

const SETTINGS = [
  "name",
  "default_from",
  "retention_days",
  "event_retention_days",
  "on_uncertain",
  "retry_seconds",
  "expire_after_seconds",
] as const;

export async function findAccount(database: Database, accountId: string) {
  const query = database.db
    .selectFrom("accounts")
    .select(["id", ...SETTINGS, "created_at"])
    .$narrowType<{ on_uncertain: "retry" | "hold" }>()
    .where("id", "=", accountId);
  return (await query.executeTakeFirst()) ?? null;
}

/** The account's settings, which no other transaction changes until this one ends. */
export async function lockAccount(db: Db, accountId: string) {
  return await db
    .selectFrom("accounts")
    .select(SETTINGS)
    .where("id", "=", accountId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

export async function findPerson(database: Database, personId: string) {
  const query = database.db.selectFrom("people").select(["email", "name"]).where("id", "=", personId);
  return (await query.executeTakeFirst()) ?? null;
}

/** The account's default sender, and the address of its first owner. */
export async function findSenderContext(database: Database, accountId: string) {
  const query = database.db
    .selectFrom("accounts")
    .innerJoin("memberships", "memberships.account_id", "accounts.id")
    .innerJoin("people", "people.id", "memberships.person_id")
    .select(["accounts.default_from", "people.email"])
    .where("accounts.id", "=", accountId)
    .orderBy(sql`memberships.role = 'owner'`, "desc")
    .orderBy("memberships.joined_at")
    .limit(1);
  return (await query.executeTakeFirst()) ?? null;
}

export type AccountChange = DeliverySettings & {
  name?: string;
  default_from?: string | null;
  retention_days?: number;
  event_retention_days?: number | null;
};

export async function updateAccountRow(db: Db, accountId: string, change: AccountChange): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await db.updateTable("accounts").set(change).where("id", "=", accountId).execute();
}

export async function updatePersonName(db: Db, personId: string, name: string | null): Promise<void> {
  await db.updateTable("people").set({ name }).where("id", "=", personId).execute();
}
