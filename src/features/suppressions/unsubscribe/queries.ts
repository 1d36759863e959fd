import type { Db } from "../../../platform/db/index.ts";

/** The addresses to which an email went, and its account. */
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
