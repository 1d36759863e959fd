import { sql } from "kysely";
import type { Db } from "../../platform/db/index.ts";

/** Returns those of the address keys whose recipients unsubscribed or complained, even if the complaint no longer blocks mail. */
export async function findUnsubscribed(
  db: Db,
  { accountId, addressKeys }: { accountId: string; addressKeys: string[] },
): Promise<Set<string>> {
  const rows = await db
    .selectFrom("suppressions")
    .select("address_key")
    .where("account_id", "=", accountId)
    .where(sql<boolean>`address_key = ANY (${addressKeys}::text[])`)
    .where(sql<boolean>`(unsubscribed_at IS NOT NULL OR reason = 'complaint')`)
    .execute();
  return new Set(rows.map(({ address_key }) => address_key));
}
