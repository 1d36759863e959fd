/** All SQL of people, and of the account that is created with its first member. */
import { sql } from "kysely";
import type { Database, Db } from "../../../platform/db/index.ts";
import { insertMember } from "../members/queries.ts";

export type PersonRow = {
  /** The account that the person joined first, of those that the person owns if there are any. */
  account_id: string;
  id: string;
  email: string;
  name: string | null;
  password_hash: string;
  must_change_password: boolean;
};

/** Null for an unknown address, and for a person without an account. */
export async function findPersonByEmail(database: Database, emailKey: string): Promise<PersonRow | null> {
  const query = database.db
    .selectFrom("people as person")
    .innerJoin("memberships as member", "member.person_id", "person.id")
    .select([
      "member.account_id",
      "person.id",
      "person.email",
      "person.name",
      "person.password_hash",
      "person.must_change_password",
    ])
    .where("person.email_key", "=", emailKey)
    .orderBy(sql`member.role = 'owner'`, "desc")
    .orderBy("member.joined_at")
    .orderBy("member.account_id")
    .limit(1);
  return (await query.executeTakeFirst()) ?? null;
}

/** Few, because each of their passwords is hashed. */
const MAX_UNCHANGED = 5;

/** People of the operator account who have not chosen a password yet. */
export async function listUnchangedOperators({
  db,
}: Database): Promise<Pick<PersonRow, "email" | "password_hash">[]> {
  return await db
    .selectFrom("people as person")
    .innerJoin("memberships as member", "member.person_id", "person.id")
    .innerJoin("accounts as account", "account.id", "member.account_id")
    .select(["person.email", "person.password_hash"])
    .where("account.is_operator", "=", true)
    .where("person.must_change_password", "=", true)
    .orderBy("person.id")
    .limit(MAX_UNCHANGED)
    .execute();
}

export async function anyPersonExists(db: Db): Promise<boolean> {
  return (await db.selectFrom("people").select("id").limit(1).executeTakeFirst()) !== undefined;
}

/** Lets a new operator account be created when all people of the old one were deleted. */
export async function clearOperatorAccount(db: Db): Promise<void> {
  await db.updateTable("accounts").set({ is_operator: false }).where("is_operator", "=", true).execute();
}

type NewOwner = {
  accountId: string;
  personId: string;
  accountName: string;
  email: string;
  emailKey: string;
  name: string | null;
  passwordHash: string;
  mustChangePassword: boolean;
  /** Whether the users of this account are operators of the instance. */
  isOperator?: boolean;
};

/** A new account with its owner. Fails like `insertPerson`. */
export async function insertAccountWithOwner(db: Db, owner: NewOwner): Promise<void> {
  await db
    .insertInto("accounts")
    .values({ id: owner.accountId, name: owner.accountName, is_operator: owner.isOperator ?? false })
    .execute();
  await insertPerson(db, owner);
  await insertMember(db, owner, "owner");
}

type NewPerson = Omit<NewOwner, "accountId" | "accountName" | "isOperator">;

/** A second person with the address is an error, see isTakenAddress. */
export async function insertPerson(db: Db, person: NewPerson): Promise<void> {
  await db
    .insertInto("people")
    .values({
      id: person.personId,
      email: person.email,
      email_key: person.emailKey,
      name: person.name,
      password_hash: person.passwordHash,
      must_change_password: person.mustChangePassword,
    })
    .execute();
}

/** Whether an error says that a person with the address exists. */
export function isTakenAddress(error: unknown): boolean {
  return (error as { constraint?: unknown }).constraint === "people_email_key_key";
}

type PasswordChange = {
  passwordHash: string;
  mustChangePassword: boolean;
  /** Updates only while this is the password, so that of two concurrent changes one wins and the other fails. */
  onlyIfHash?: string;
};

/** Returns false if the password has changed in the meantime. */
export async function updatePassword(db: Db, personId: string, change: PasswordChange): Promise<boolean> {
  let query = db
    .updateTable("people")
    .set({ password_hash: change.passwordHash, must_change_password: change.mustChangePassword })
    .where("id", "=", personId);
  if (change.onlyIfHash !== undefined) query = query.where("password_hash", "=", change.onlyIfHash);
  const { numUpdatedRows } = await query.executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Waits for all transactions that rely on the person's row, and holds back later ones. */
export async function lockPerson(db: Db, personId: string): Promise<void> {
  await db.selectFrom("people").select("id").where("id", "=", personId).forUpdate().execute();
}

/** Keeps the person's row unchanged until the transaction ends. Returns false if the password has changed. */
export async function lockPersonWithPassword(
  db: Db,
  { id, password_hash }: Pick<PersonRow, "id" | "password_hash">,
): Promise<boolean> {
  const query = db
    .selectFrom("people")
    .select("id")
    .where("id", "=", id)
    .where("password_hash", "=", password_hash)
    .forShare();
  return (await query.executeTakeFirst()) !== undefined;
}
