import { sql } from "kysely";
import type { Database } from "../../../platform/db/index.ts";
import { firstIdAt } from "../../../platform/ids/index.ts";
import { rollupsFollower } from "./rollups-follower.ts";

const SHARD = "00000000-0000-0000-0000-000000000000";

/** Brings the roll-ups up to date, as the follower does, one transaction for each step. */
export async function followRollups({ db }: Pick<Database, "db">, { limit = 5_000 } = {}): Promise<void> {
  await sql`INSERT INTO followers (name, shard, cursor) VALUES ('rollups', ${SHARD}, ${firstIdAt(new Date(0))}) ON CONFLICT DO NOTHING`.execute(
    db,
  );
  for (;;) {
    const step = async (transaction: Database["db"]) => {
      const { rows } = await sql<{ cursor: string; end: string }>`
        SELECT cursor, end_of_settled_events() AS end FROM followers WHERE name = 'rollups' FOR UPDATE`.execute(
        transaction,
      );
      const [{ cursor, end }] = rows as [{ cursor: string; end: string }];
      const page = { accountId: null, afterId: cursor, beforeId: end, limit };
      const { cursor: moved, hasMore } = await rollupsFollower.step(transaction, page);
      await sql`UPDATE followers SET cursor = ${moved}, moved_at = now() WHERE name = 'rollups'`.execute(
        transaction,
      );
      return hasMore || moved < end;
    };
    const hasMore = db.isTransaction ? await step(db) : await db.transaction().execute(step);
    if (!hasMore) return;
  }
}
