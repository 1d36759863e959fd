/** All SQL of memberships. */
import { sql } from "kysely";
import type { Database, Db } from "../../../platform/db/index.ts";
import type { Role } from "../../sessions/index.ts";

/** The people of an account, the first to join first. `last_seen_at`: null without a session. */
export async function listMembersWithRoles({ db }: Database, accountId: string) {
  return await db
    .selectFrom("memberships as member")
    .innerJoin("people as person", "person.id", "member.person_id")
    .leftJoin("sessions as session", (join) =>
      join
        .onRef("session.account_id", "=", "member.account_id")
        .onRef("session.person_id", "=", "member.person_id"),
    )
    .select([
      "person.id",
      "person.email",
      "person.name",
      sql<Role>`member.role`.as("role"),
      "member.joined_at",
      sql<Date | null>`max(session.last_seen_at)`.as("last_seen_at"),
    ])
    .where("member.account_id", "=", accountId)
    .groupBy(["person.id", "member.account_id", "member.person_id"])
    .orderBy("member.joined_at")
    .orderBy("person.id")
    .execute();
}

type MemberKey = { accountId: string; personId: string };

export async function findMember(db: Db, { accountId, personId }: MemberKey) {
  const query = db
    .selectFrom("memberships as member")
    .innerJoin("people as person", "person.id", "member.person_id")
    .select(["person.email", sql<Role>`member.role`.as("role")])
    .where("member.account_id", "=", accountId)
    .where("member.person_id", "=", personId);
  return (await query.executeTakeFirst()) ?? null;
}

export async function isMember(db: Db, accountId: string, emailKey: string): Promise<boolean> {
  const query = db
    .selectFrom("memberships as member")
    .innerJoin("people as person", "person.id", "member.person_id")
    .select("person.id")
    .where("member.account_id", "=", accountId)
    .where("person.email_key", "=", emailKey);
  return (await query.executeTakeFirst()) !== undefined;
}

export async function countOwners(db: Db, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom("memberships")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("account_id", "=", accountId)
    .where("role", "=", "owner")
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function updateRole(db: Db, { accountId, personId }: MemberKey, role: Role): Promise<void> {
  await db
    .updateTable("memberships")
    .set({ role })
    .where("account_id", "=", accountId)
    .where("person_id", "=", personId)
    .execute();
}

/** Does nothing for a member: an invitation never changes a role. */
export async function insertMember(db: Db, { accountId, personId }: MemberKey, role: Role): Promise<void> {
  await db
    .insertInto("memberships")
    .values({ account_id: accountId, person_id: personId, role })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Also ends the person's sessions in the account. A person without any account is deleted, so that the address can register again. */
export async function deleteMember(db: Db, { accountId, personId }: MemberKey): Promise<void> {
  // Otherwise a membership that is added at the same time would be missed below, and be deleted with the person.
  await db.selectFrom("people").select("id").where("id", "=", personId).forUpdate().execute();
  await db
    .deleteFrom("memberships")
    .where("account_id", "=", accountId)
    .where("person_id", "=", personId)
    .execute();
  await db
    .deleteFrom("people")
    .where("id", "=", personId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("memberships").select("person_id").where("person_id", "=", personId))),
    )
    .execute();
}

/** The accounts of a person, in the order of joining. */
export async function listAccountsOf({ db }: Database, personId: string) {
  return await db
    .selectFrom("memberships as member")
    .innerJoin("accounts as account", "account.id", "member.account_id")
    .select(["account.id", "account.name", sql<Role>`member.role`.as("role")])
    .where("member.person_id", "=", personId)
    .orderBy("member.joined_at")
    .orderBy("account.id")
    .execute();
}

/** Records that the person works in the account now. Returns false if the person is not a member. */
export async function enterAccount(db: Db, { accountId, personId }: MemberKey): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("memberships")
    .set({ entered_at: sql<Date>`now()` })
    .where("account_id", "=", accountId)
    .where("person_id", "=", personId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The account that the person worked in last, or joined first. Call this in the transaction that locks the person. */
export async function findLastAccount(db: Db, personId: string): Promise<string | null> {
  const query = db
    .selectFrom("memberships")
    .select("account_id")
    .where("person_id", "=", personId)
    .orderBy("entered_at", (order) => order.desc().nullsLast())
    .orderBy("joined_at")
    .orderBy("account_id")
    .limit(1);
  return (await query.executeTakeFirst())?.account_id ?? null;
}

export async function listAccountIdsOf(db: Db, personId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("memberships")
    .select("account_id")
    .where("person_id", "=", personId)
    .execute();
  return rows.map(({ account_id }) => account_id);
}

/** The people of an account, who get its system mail. */
export async function listMembers(
  { db }: Database,
  accountId: string,
): Promise<{ id: string; email: string }[]> {
  return await db
    .selectFrom("memberships as member")
    .innerJoin("people as person", "person.id", "member.person_id")
    .select(["person.id", "person.email"])
    .where("member.account_id", "=", accountId)
    .orderBy("member.joined_at")
    .execute();
}
