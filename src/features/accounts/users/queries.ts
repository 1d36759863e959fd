/** All SQL of users, and of the account that a first user brings. */
import type { Database, Db } from "../../../platform/db/index.ts";

export type UserRow = {
  account_id: string;
  id: string;
  email: string;
  name: string | null;
  password_hash: string;
  must_change_password: boolean;
};

const userColumns = ["account_id", "id", "email", "name", "password_hash", "must_change_password"] as const;

export async function findUserByEmail(database: Database, emailKey: string): Promise<UserRow | null> {
  const query = database.db.selectFrom("users").select(userColumns).where("email_key", "=", emailKey);
  return (await query.executeTakeFirst()) ?? null;
}

export async function anyUserExists(db: Db): Promise<boolean> {
  return (await db.selectFrom("users").select("id").limit(1).executeTakeFirst()) !== undefined;
}

/** An operator account without users, whose people were all deleted, makes way for a new one. */
export async function clearOperatorAccount(db: Db): Promise<void> {
  await db.updateTable("accounts").set({ is_operator: false }).where("is_operator", "=", true).execute();
}

export type NewUser = {
  accountId: string;
  userId: string;
  accountName: string;
  email: string;
  emailKey: string;
  name: string | null;
  passwordHash: string;
  mustChangePassword: boolean;
  /** The account runs the instance. */
  isOperator?: boolean;
};

/** An account with its first user. A second user with the address violates `users_email_key_key`. */
export async function insertAccountWithUser(db: Db, user: NewUser): Promise<void> {
  await db
    .insertInto("accounts")
    .values({ id: user.accountId, name: user.accountName, is_operator: user.isOperator ?? false })
    .execute();
  await db
    .insertInto("users")
    .values({
      account_id: user.accountId,
      id: user.userId,
      email: user.email,
      email_key: user.emailKey,
      name: user.name,
      password_hash: user.passwordHash,
      must_change_password: user.mustChangePassword,
    })
    .execute();
}

type PasswordChange = {
  accountId: string;
  userId: string;
  passwordHash: string;
  mustChangePassword: boolean;
  /** Only while this is the password: of two changes at once one wins, and the other knows. */
  onlyIfHash?: string;
};

/** False when the password had changed meanwhile. */
export async function updatePassword(db: Db, change: PasswordChange): Promise<boolean> {
  let query = db
    .updateTable("users")
    .set({ password_hash: change.passwordHash, must_change_password: change.mustChangePassword })
    .where("account_id", "=", change.accountId)
    .where("id", "=", change.userId);
  if (change.onlyIfHash !== undefined) query = query.where("password_hash", "=", change.onlyIfHash);
  const { numUpdatedRows } = await query.executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The user's row, kept from changing until the transaction ends, while this is still the password. */
export async function lockUserWithPassword(db: Db, user: UserRow): Promise<boolean> {
  const query = db
    .selectFrom("users")
    .select("id")
    .where("account_id", "=", user.account_id)
    .where("id", "=", user.id)
    .where("password_hash", "=", user.password_hash)
    .forShare();
  return (await query.executeTakeFirst()) !== undefined;
}
