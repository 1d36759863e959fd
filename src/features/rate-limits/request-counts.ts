import { sql } from "kysely";
import type { Database } from "../../platform/db/index.ts";

export type AccountCount = { accountId: string; taken: number };

/** `now`: the database's clock, in milliseconds since 1970. */
export type Exchanged = { now: number; sums: AccountCount[] };

/**
 * Adds this node's counts to the sums for the current minute of the database's clock, and returns the sums. Rows are written in the
 * order of accounts, so that nodes which run this at once wait for each other instead of deadlocking. A sum of an earlier minute is
 * replaced; a sum of the next minute was written by a statement that overtook this one.
 */
export async function exchangeCounts(
  database: Database,
  counts: readonly AccountCount[],
): Promise<Exchanged> {
  const accountIds = counts.map(({ accountId }) => accountId);
  const taken = counts.map((count) => count.taken);
  const { rows } = await sql<AccountCount & { now: number }>`
    WITH clock AS MATERIALIZED (SELECT extract(epoch FROM shared_clock()) AS seconds), added AS (
      INSERT INTO request_counts AS known (account_id, minute, taken)
      SELECT account_id, floor(seconds / 60)::integer, taken
      FROM clock, unnest(${accountIds}::uuid[], ${taken}::int[]) AS node (account_id, taken)
      ORDER BY account_id
      ON CONFLICT (account_id) DO UPDATE SET
        minute = CASE known.minute WHEN excluded.minute + 1 THEN known.minute ELSE excluded.minute END,
        taken = CASE WHEN known.minute IN (excluded.minute, excluded.minute + 1) THEN known.taken + excluded.taken
          ELSE excluded.taken END
      RETURNING account_id, taken
    ) SELECT account_id AS "accountId", taken, (SELECT seconds * 1000 FROM clock)::float8 AS now FROM added`.execute(
    database.db,
  );
  return { now: rows[0]?.now ?? Date.now(), sums: rows };
}
