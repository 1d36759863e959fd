/** SQL of who runs the instance. */
import type { Database } from "../../../platform/db/index.ts";

/** Ids are the order in which accounts came. */
export async function isOldestAccount({ db }: Database, accountId: string): Promise<boolean> {
  const oldest = await db.selectFrom("accounts").select("id").orderBy("id").limit(1).executeTakeFirst();
  return oldest?.id === accountId;
}

export async function isNamedOperator(
  { db }: Database,
  { accountId, userId }: { accountId: string; userId: string },
): Promise<boolean> {
  const query = db
    .selectFrom("users")
    .select("is_operator")
    .where("account_id", "=", accountId)
    .where("id", "=", userId);
  return (await query.executeTakeFirst())?.is_operator === true;
}

/** False if nobody has registered with the address. */
export async function updateOperator(
  { db }: Database,
  { emailKey, isOperator }: { emailKey: string; isOperator: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("users")
    .set({ is_operator: isOperator })
    .where("email_key", "=", emailKey)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
