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

/** The account that sends the instance's mail to its operators: that of the first operator, or the first account if the policy says so. */
export async function findSystemMailAccount(
  { pool }: Database,
  { firstAccountOperates }: { firstAccountOperates: boolean },
): Promise<string | null> {
  const { rows } = await pool.query<{ id: string | null }>(
    `SELECT coalesce((SELECT m.account_id FROM people p JOIN memberships m ON m.person_id = p.id AND m.role = 'owner'
         WHERE p.is_operator ORDER BY p.created_at, m.joined_at LIMIT 1),
       CASE WHEN $1 THEN (SELECT id FROM accounts WHERE is_operator) END) AS id`,
    [firstAccountOperates],
  );
  return rows[0]?.id ?? null;
}
