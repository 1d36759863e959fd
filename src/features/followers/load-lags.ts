import type { Database } from "../../platform/db/index.ts";
import { timeOfId } from "../../platform/ids/index.ts";

export type FollowerLag = { follower: string; seconds: number };

/**
 * Returns the lag of followers by name, in seconds; of several with one name, the largest. Followers that pause on purpose, such as a
 * webhook whose server fails, do not count.
 *
 * of_account: how long one with events has not moved, nor paused. Not the age of its oldest event: a slow server of a webhook delays its
 * events for hours, which its account sees, and which is not the operators' concern. The cursor says nothing: it stays at the account's
 * last event.
 * of_instance: the cursor, which goes on without events too.
 * accepted: emails that wait for the follower `rollups`. Its cursor does not show them, because acceptance writes no event (decision 68).
 */
export async function loadLags({ pool }: Pick<Database, "pool">): Promise<FollowerLag[]> {
  const { rows } = await pool.query<{ name: string; now: Date; oldest: string | null }>(`
    WITH of_account AS (
      SELECT f.name, min(CASE WHEN o.id IS NOT NULL THEN
          greatest(o.id, event_id(greatest(f.moved_at, f.not_before), decode(repeat('00', 16), 'hex'))) END::text) AS oldest
      FROM followers f LEFT JOIN LATERAL (
        SELECT id FROM (
          (SELECT id FROM events v WHERE v.account_id = f.account_id AND v.id > f.cursor ORDER BY id LIMIT 1)
          UNION ALL (SELECT id FROM account_events v WHERE v.account_id = f.account_id AND v.id > f.cursor ORDER BY id LIMIT 1)
          UNION ALL (SELECT id FROM engagements v WHERE v.account_id = f.account_id AND v.id > f.cursor ORDER BY id LIMIT 1)
        ) waiting ORDER BY id LIMIT 1
      ) o ON true
      WHERE f.account_id IS NOT NULL AND f.active AND (f.not_before IS NULL OR f.not_before <= now()) GROUP BY f.name
    ), accepted AS (
      (SELECT email_ids[1]::text AS oldest FROM acceptances WHERE email_ids IS NOT NULL ORDER BY id LIMIT 1)
      UNION ALL
      SELECT (SELECT e.id::text FROM emails e WHERE e.account_id = a.account_id AND e.id > a.after_id AND e.id <= a.up_to_id ORDER BY e.id LIMIT 1)
      FROM acceptances a WHERE a.email_ids IS NULL
    ), of_instance AS (
      SELECT name, CASE name WHEN 'rollups' THEN least(cursor::text, (SELECT min(oldest) FROM accepted)) ELSE cursor::text END AS oldest
      FROM followers WHERE account_id IS NULL AND active
    )
    SELECT name, clock_timestamp() AS now, oldest FROM (SELECT * FROM of_account UNION ALL SELECT * FROM of_instance) each ORDER BY name`);
  return rows.map(({ name, now, oldest }) => ({
    follower: name,
    seconds: oldest === null ? 0 : Math.max(0, (now.getTime() - timeOfId(oldest).getTime()) / 1_000),
  }));
}
