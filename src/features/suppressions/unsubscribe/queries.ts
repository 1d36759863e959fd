import { sql } from "kysely";
import type { Db } from "../../../platform/db/index.ts";

/** Returns the From address of an email, or null when the email is deleted. */
export async function findSender(
  db: Db,
  { accountId, emailId }: { accountId: string; emailId: string },
): Promise<string | null> {
  const row = await db
    .selectFrom("emails")
    .select(sql<string | null>`mail_from->>'address'`.as("address"))
    .where("account_id", "=", accountId)
    .where("id", "=", emailId)
    .executeTakeFirst();
  return row?.address ?? null;
}

/** Returns the recipients' addresses of an email, with its account. */
export async function findRecipients(
  db: Db,
  { accountNumber, emailId }: { accountNumber: number; emailId: string },
): Promise<{ accountId: string; address: string }[]> {
  return await db
    .selectFrom("accounts as account")
    .innerJoin("recipients as recipient", "recipient.account_id", "account.id")
    .select(["account.id as accountId", "recipient.address"])
    .where("account.number", "=", accountNumber)
    .where("recipient.email_id", "=", emailId)
    .execute();
}
