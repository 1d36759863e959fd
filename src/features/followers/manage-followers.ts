import { sql } from "kysely";
import type { Db } from "../../platform/db/index.ts";

type FollowerKey = { name: string; shard: string };

/** Adds a follower that begins with the next event. */
export async function addFollower(
  db: Db,
  { name, shard, accountId }: FollowerKey & { accountId: string },
): Promise<void> {
  const cursor = sql<string>`end_of_settled_events()`;
  await db.insertInto("followers").values({ name, shard, account_id: accountId, cursor }).execute();
}

export async function removeFollower(db: Db, { name, shard }: FollowerKey): Promise<void> {
  await db.deleteFrom("followers").where("name", "=", name).where("shard", "=", shard).execute();
}

type FollowerChange = {
  /** Whether it follows the feed. Absent: unchanged. */
  isActive?: boolean;
  /** It has work besides new events. The work must be stored after this call, in the same transaction (see releaseFollower). */
  wakes?: boolean;
  /** The process that works for it must start over. */
  restarts?: boolean;
  /** It skips the events that it has not read, and continues with the next new one. */
  skips?: boolean;
};

/**
 * A pause ends now, and its end stays known: the lag of a follower counts from there. A follower that was not paused keeps its lag, also if it
 * is changed.
 */
const pauseEnd = (activates: boolean) =>
  sql<Date>`CASE WHEN not_before > now() OR (${activates} AND NOT active) THEN now() ELSE not_before END`;

/** Changes a follower and locks its row. A process may take it again at once. */
export async function setFollower(
  db: Db,
  { name, shard }: FollowerKey,
  { isActive, wakes = false, restarts = false, skips = false }: FollowerChange,
): Promise<void> {
  await db
    .updateTable("followers")
    .set({
      not_before: pauseEnd(isActive === true),
      ...(isActive !== undefined && { active: isActive }),
      ...(wakes && { wake_at: sql<Date>`least(wake_at, now())` }),
      ...(skips && { cursor: sql<string>`end_of_settled_events()` }),
      ...(restarts && { lease: sql<number>`lease + 1`, leased_until: null }),
    })
    .where("name", "=", name)
    .where("shard", "=", shard)
    .execute();
}

/** Returns the cursors of an account's followers, by shard. */
export async function loadCursors(
  db: Db,
  { name, accountId }: { name: string; accountId: string },
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("followers")
    .select(["shard", "cursor"])
    .where("account_id", "=", accountId)
    .where("name", "=", name)
    .execute();
  return new Map(rows.map(({ shard, cursor }) => [shard, cursor]));
}
