import type { Database } from "../../platform/db/index.ts";

/** The account for which a domain is listed, if any. Across accounts by intent: a domain belongs to one of them. */
export async function findDomainOwner({ db }: Database, domain: string): Promise<string | null> {
  const row = await db
    .selectFrom("domains")
    .select("account_id")
    .where("name", "=", domain)
    .executeTakeFirst();
  return row?.account_id ?? null;
}

/** False if the domain is listed already, for this account or another. */
export async function insertDomain({ db }: Database, accountId: string, domain: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("domains")
    .values({ account_id: accountId, name: domain })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** The account of a person. */
export async function findAccountOfUser({ db }: Database, emailKey: string): Promise<string | null> {
  const row = await db
    .selectFrom("users")
    .select("account_id")
    .where("email_key", "=", emailKey)
    .executeTakeFirst();
  return row?.account_id ?? null;
}
