import type { Db } from "../../platform/db/index.ts";

/**
 * Marks all recipients with an address of a person whose data is deleted. Waits for transactions that are storing engagements of these
 * recipients, and later ones see the mark.
 */
export async function markErased(
  db: Db,
  { accountId, addressKey }: { accountId: string; addressKey: string },
): Promise<void> {
  await db
    .updateTable("recipients")
    .set({ erased: true })
    .where("account_id", "=", accountId)
    .where("address_key", "=", addressKey)
    .where("erased", "=", false)
    .execute();
}
