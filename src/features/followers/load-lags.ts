import type { Database } from "../../platform/db/index.ts";
import { timeOfId } from "../../platform/ids/index.ts";

export type FollowerLag = { follower: string; seconds: number };

/**
 * Returns the lag of followers by name, in seconds; of several with one name, the largest. Followers that pause on purpose, such as a
 * webhook whose server fails, do not count.
 *
 * of_account: the age of the oldest waiting event. The age of the cursor is not the lag, because it stays at the account's last event.
 * of_instance: the age of the cursor, which also advances without events.
 */
export async function loadLags({ pool }: Pick<Database, "pool">): Promise<FollowerLag[]> {
  const { rows } = await pool.query<{ name: string; now: Date; oldest: string | null }>(`
    WITH of_account AS (
      SELECT f.name, min(o.id::text) AS oldest FROM followers f LEFT JOIN LATERAL (
        SELECT id FROM (
          (SELECT id FROM events v WHERE v.account_id = f.account_id AND v.id > f.cursor ORDER BY id LIMIT 1)
          UNION ALL (SELECT id FROM account_events v WHERE v.account_id = f.account_id AND v.id > f.cursor ORDER BY id LIMIT 1)
          UNION ALL (SELECT id FROM engagements v WHERE v.account_id = f.account_id AND v.id > f.cursor ORDER BY id LIMIT 1)
        ) waiting ORDER BY id LIMIT 1
      ) o ON true
      WHERE f.account_id IS NOT NULL AND f.active AND (f.not_before IS NULL OR f.not_before <= now()) GROUP BY f.name
    ), of_instance AS (
      SELECT name, cursor::text AS oldest FROM followers WHERE account_id IS NULL AND active
    )
    SELECT name, clock_timestamp() AS now, oldest FROM (SELECT * FROM of_account UNION ALL SELECT * FROM of_instance) each ORDER BY name`);
  return rows.map(({ name, now, oldest }) => ({
    follower: name,
    seconds: oldest === null ? 0 : Math.max(0, (now.getTime() - timeOfId(oldest).getTime()) / 1_000),
  }));
}
