import { sql } from "kysely";
import type { Db } from "../../platform/db/index.ts";

type Removed = {
  /** Null: all accounts. */
  accountId: string | null;
  /** Events up to it are about to be removed. */
  lastId: string;
};

/**
 * Counts the events that followers of accounts have not read and that are about to be removed, and moves the cursors past them. Call it in
 * the transaction that removes the events.
 */
export async function countLost(db: Db, { accountId, lastId }: Removed): Promise<void> {
  await sql`
    WITH behind AS (
      -- The lock returns the row as it is by then: a follower may catch up while this statement waits for it.
      SELECT name, shard, account_id, cursor FROM followers
      WHERE account_id IS NOT NULL AND (${accountId}::uuid IS NULL OR account_id = ${accountId}) AND cursor < ${lastId}
      ORDER BY name, shard FOR UPDATE
    ), unread AS (
      SELECT c.name, c.shard,
        (SELECT count(*) FROM events v WHERE v.account_id = c.account_id AND v.id > c.cursor AND v.id <= ${lastId})
        + (SELECT count(*) FROM account_events v WHERE v.account_id = c.account_id AND v.id > c.cursor AND v.id <= ${lastId})
        + (SELECT count(*) FROM engagements v WHERE v.account_id = c.account_id AND v.id > c.cursor AND v.id <= ${lastId}) AS count
      FROM behind c
    )
    UPDATE followers f SET lost = f.lost + unread.count, lost_at = now(), cursor = greatest(f.cursor, ${lastId}::uuid)
    FROM unread WHERE f.name = unread.name AND f.shard = unread.shard AND unread.count > 0`.execute(db);
}

/** Returns the first id that a follower of the instance may not have read. Retention waits for these followers, because they are part of Posthouse. */
export async function firstUnreadId(db: Db): Promise<string | null> {
  const { rows } = await sql<{ id: string | null }>`
    SELECT min(cursor::text) AS id FROM followers WHERE account_id IS NULL AND active`.execute(db);
  return rows[0]?.id ?? null;
}

export type LostEvents = { follower: string; lost: number; lastAt: Date | null };

/** Returns how many events followers lost to retention, by name. */
export async function loadLost(db: Db): Promise<LostEvents[]> {
  const { rows } = await sql<LostEvents>`
    SELECT name AS follower, sum(lost)::bigint AS lost, max(lost_at) AS "lastAt" FROM followers GROUP BY name ORDER BY name`.execute(
    db,
  );
  return rows;
}
