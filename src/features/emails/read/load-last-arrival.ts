import { sql } from "kysely";
import type { Db } from "../../../platform/db/index.ts";

/** Returns when mail was last delivered to an address without a later bounce, or null if there is no such record. */
export async function loadLastArrival(
  db: Db,
  { accountId, addressKey }: { accountId: string; addressKey: string },
): Promise<Date | null> {
  const { rows } = await sql<{ updated_at: Date }>`
    SELECT updated_at FROM recipients
    WHERE account_id = ${accountId} AND address_key = ${addressKey} AND state = 'delivered' AND NOT bounced_late
    ORDER BY email_id DESC LIMIT 1`.execute(db);
  return rows[0]?.updated_at ?? null;
}
