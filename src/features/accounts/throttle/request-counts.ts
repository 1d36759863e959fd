import { sql } from "kysely";
import type { Database } from "../../../platform/db/index.ts";

export type AccountCount = { accountId: string; taken: number };

/**
 * Adds what this node took in a minute to what all took, and answers the sums. In the order of accounts, so that nodes which do
 * this at once wait for each other instead of locking each other out. A count of an earlier minute is replaced.
 */
export async function exchangeCounts(
  database: Database,
  { minute, counts }: { minute: number; counts: readonly AccountCount[] },
): Promise<AccountCount[]> {
  const accountIds = counts.map(({ accountId }) => accountId);
  const taken = counts.map((count) => count.taken);
  const { rows } = await sql<AccountCount>`
    INSERT INTO request_counts AS known (account_id, minute, taken)
    SELECT account_id, ${minute}, taken FROM unnest(${accountIds}::uuid[], ${taken}::int[]) AS node (account_id, taken)
    ORDER BY account_id
    ON CONFLICT (account_id) DO UPDATE SET
      minute = greatest(known.minute, excluded.minute),
      taken = CASE
        WHEN known.minute = excluded.minute THEN known.taken + excluded.taken
        WHEN known.minute < excluded.minute THEN excluded.taken
        ELSE known.taken END
    RETURNING account_id AS "accountId", taken`.execute(database.db);
  return rows;
}
