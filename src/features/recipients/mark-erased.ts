import { sql } from "kysely";
import type { Db } from "../../platform/db/index.ts";

type Person = { accountId: string; addressKey: string };
/** Ids of emails: after the first one, up to the last one. */
export type EmailRange = { after: string; last: string };
export type RecipientKey = { email_id: string; position: number };

/**
 * Marks the recipients with an address of a person whose data is deleted, and returns those that were not marked. Waits for transactions
 * that are storing engagements of these recipients, and later ones see the mark.
 */
export async function markErased(
  db: Db,
  { accountId, addressKey }: Person,
  { after, last }: EmailRange,
): Promise<RecipientKey[]> {
  return await db
    .updateTable("recipients")
    .set({ erased: true })
    .where("account_id", "=", accountId)
    .where("address_key", "=", addressKey)
    .where("email_id", ">", after)
    .where("email_id", "<=", last)
    .where("erased", "=", false)
    .returning(["email_id", "position"])
    .execute();
}

/** Returns the id of the `count`th email to an address after another one, or of the last one. Null: there is none. */
export async function findNextEmail(
  db: Db,
  { accountId, addressKey }: Person,
  { after, count }: { after: string; count: number },
): Promise<string | null> {
  const { rows } = await sql<{ last: string | null }>`
    SELECT email_id AS last FROM (
      SELECT email_id FROM recipients
      WHERE account_id = ${accountId} AND address_key = ${addressKey} AND email_id > ${after}
      ORDER BY email_id LIMIT ${count}
    ) e ORDER BY email_id DESC LIMIT 1`.execute(db);
  return rows[0]?.last ?? null;
}
