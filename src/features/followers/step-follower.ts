import { sql } from "kysely";
import type { Database, Db } from "../../platform/db/index.ts";
import { firstIdAt, timeOfId } from "../../platform/ids/index.ts";
import type { FollowerDefinition } from "../follower-definition.ts";
import { LEASE_SECONDS, lockFollower } from "./take-followers.ts";

/** PostgreSQL ends the transaction of a suspended process, so that another one can take the follower. Shorter than the lease. */
const PATIENCE = "15s";

export type HeldFollower = { shard: string; accountId: string | null; lease: number };

export type Stepped = {
  /** The last finished event. */
  cursor: string;
  /** Whether events, or other work of the follower, may be left. */
  hasMore: boolean;
};

type Step = HeldFollower & {
  /** The step reads at most this much of the feed, in milliseconds of its ids' time. */
  windowMs: number;
  /** The maximum number of events. */
  limit: number;
};

/**
 * Does one step of a follower: its effect and its cursor are one commit. Returns null, without any effect, if another process has taken the
 * follower.
 */
export async function stepFollower(
  { db }: Database,
  { name, step, hasWork }: FollowerDefinition,
  { shard, accountId, lease, windowMs, limit }: Step,
): Promise<Stepped | null> {
  return await db.transaction().execute(async (transaction) => {
    await sql`SELECT set_config('idle_in_transaction_session_timeout', ${PATIENCE}, true), set_config('statement_timeout', ${PATIENCE}, true)`.execute(
      transaction,
    );
    // Locks the row: a process that takes the follower either sees this step's cursor, or this step stores nothing.
    const held = await lockFollower(transaction, name, { shard, lease });
    if (!held) return null;
    const end = await loadEnd(transaction);
    const windowEnd = firstIdAt(new Date(timeOfId(held.cursor).getTime() + windowMs));
    const pageEnd = windowEnd < end ? windowEnd : end;
    // Without new events the page is empty, but the follower may have other work. A clock that was set back moves no cursor back.
    const beforeId = held.cursor < pageEnd ? pageEnd : held.cursor;
    const page = { accountId, afterId: held.cursor, beforeId, limit };
    // In a backlog, the answer is almost always yes, and finding it would take as long as the step's own search.
    const isIdle = windowEnd >= end && hasWork !== undefined && !(await hasWork(transaction, page));
    const { cursor, hasMore = false } = isIdle ? { cursor: beforeId } : await step(transaction, page);
    if (cursor < held.cursor || cursor > beforeId)
      throw new Error(`the follower ${name} returned a cursor outside of its page`);
    await transaction
      .updateTable("followers")
      .set({
        leased_until: sql<Date>`clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})`,
        ...(cursor !== held.cursor && { cursor, moved_at: sql<Date>`now()` }),
      })
      .where("name", "=", name)
      .where("shard", "=", shard)
      .execute();
    return { cursor, hasMore: hasMore || cursor < end };
  });
}

/** A statement of its own, before the events are read: see decision 28. */
async function loadEnd(transaction: Db): Promise<string> {
  const { rows } = await sql<{ end: string }>`SELECT end_of_settled_events() AS end`.execute(transaction);
  const [row] = rows;
  if (!row) throw new Error("end_of_settled_events() returned nothing");
  return row.end;
}
