import { sql } from "kysely";
import type { Database } from "../../../platform/db/index.ts";

/**
 * Finds the account that has verified a domain and whose records request reports at `host`, or null.
 * Searches all accounts on purpose: any server may send a report.
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
