/** All SQL of people and their memberships, and of the account that is created with its first member. */
import type { Database, Db } from "../../../platform/db/index.ts";

export type PersonRow = {
  /** The account that the person joined first. */
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
    .orderBy("member.joined_at")
    .orderBy("member.account_id")
    .limit(1);
  return (await query.executeTakeFirst()) ?? null;
}

/** The people of an account. */
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
  await db
    .insertInto("memberships")
    .values({ account_id: owner.accountId, person_id: owner.personId, role: "owner" })
    .execute();
}

type NewPerson = Omit<NewOwner, "accountId" | "accountName" | "isOperator">;

/** A second person with the address violates `people_email_key_key`. */
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

/** Locks the person's row until the transaction ends. Returns false if the password has changed. */
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
