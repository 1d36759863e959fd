import { sql } from "kysely";
import type { Database } from "../../../platform/db/index.ts";

/**
 * The account that has verified a domain and, by the records that it was shown, has reports about it sent to `host`; null: none has.
 * Across accounts by intent: anybody may send a report.
 */
export async function findReportAccount(
  { db }: Pick<Database, "db">,
  { domain, host }: { domain: string; host: string },
): Promise<string | null> {
  const row = await db
    .selectFrom("domains")
    .select("account_id")
    .where("name", "=", domain)
    .where("verified_at", "is not", null)
    .where(sql`return_path || '.' || name`, "=", host)
    .executeTakeFirst();
  return row?.account_id ?? null;
}
