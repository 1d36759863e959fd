import { sql } from "kysely";
import type { Db } from "../../../platform/db/index.ts";

/** Returns when mail was last delivered to an address without a later bounce, or null if there is no such record. */
export async function loadLastArrival(
  db: Db,
  { accountId, addressKey }: { accountId: string; addressKey: string },
): Promise<Date | null> {
  const { rows } = await sql<{ updated_at: Date }>`
    SELECT updated_at FROM recipients r
    WHERE account_id = ${accountId} AND address_key = ${addressKey} AND state = 'delivered' AND NOT EXISTS (
      SELECT FROM events v
      WHERE v.account_id = r.account_id AND v.email_id = r.email_id AND v.position = r.position AND v.type = 'bounced'
    )
    ORDER BY email_id DESC LIMIT 1`.execute(db);
  return rows[0]?.updated_at ?? null;
}
