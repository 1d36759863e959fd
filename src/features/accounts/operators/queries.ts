/** SQL for the operators of the instance. */
import type { Database } from "../../../platform/db/index.ts";

/** Whether the account is the one that the first launch created. */
export async function isOperatorAccount({ db }: Database, accountId: string): Promise<boolean> {
  const query = db.selectFrom("accounts").select("is_operator").where("id", "=", accountId);
  return (await query.executeTakeFirst())?.is_operator === true;
}

export async function isNamedOperator({ db }: Database, personId: string): Promise<boolean> {
  const query = db.selectFrom("people").select("is_operator").where("id", "=", personId);
  return (await query.executeTakeFirst())?.is_operator === true;
}

/** False if no user is registered with the address. */
export async function updateOperator(
  { db }: Database,
  { emailKey, isOperator }: { emailKey: string; isOperator: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("people")
    .set({ is_operator: isOperator })
    .where("email_key", "=", emailKey)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
