import { sql } from "kysely";
import type { Database, Db } from "../../platform/db/index.ts";
import type { Follower } from "./follower.ts";

/** A process that ends is replaced within this time. */
export const LEASE_SECONDS = 20;

type TakeOptions = { name: string; limit: number };

/** A condition on the row `c`: no process runs the follower, and it does not pause. */
const IS_FREE =
  "c.active AND (c.leased_until IS NULL OR c.leased_until < now()) AND (c.not_before IS NULL OR c.not_before <= now())";

/**
 * Takes followers that have work and that no process runs, the longest-waiting first. `settled`: no event will still appear below this id.
 *
 * They are found by one statement and taken by another. With both in one, PostgreSQL 18.4 sometimes reported an error after the commit
 * ("pfree called with invalid pointer"), probably when another process had just changed a row and the partitions of the feed were evaluated
 * again for it. The followers were taken then, and nothing ran them until the end of their lease.
 */
export async function takeFollowers(
  { pool }: Database,
  { name, limit }: TakeOptions,
): Promise<{ followers: Follower[]; settled: string }> {
  const { rows: ends } = await pool.query<{ settled: string }>("SELECT end_of_settled_events() AS settled");
  const settled = ends[0]?.settled ?? "";
  const { rows: ready } = await pool.query<{ shard: string }>({
    name: "ready-followers",
    text: `
      SELECT c.shard FROM followers c
      WHERE c.name = $1 AND ${IS_FREE} AND (c.wake_at <= now()
        OR EXISTS (SELECT FROM events v WHERE v.account_id = c.account_id AND v.id > c.cursor AND v.id < $3)
        OR EXISTS (SELECT FROM account_events v WHERE v.account_id = c.account_id AND v.id > c.cursor AND v.id < $3)
        OR EXISTS (SELECT FROM engagements v WHERE v.account_id = c.account_id AND v.id > c.cursor AND v.id < $3))
      ORDER BY c.moved_at LIMIT $2`,
    values: [name, limit, settled],
  });
  if (ready.length === 0) return { followers: [], settled };
  const { rows } = await pool.query<Follower>({
    name: "take-followers",
    text: `
      -- wake_at: if the process is killed, the follower is taken again, because it may have stored work since, for example a retry.
      UPDATE followers f SET lease = f.lease + 1, leased_until = now() + make_interval(secs => $3), wake_at = now()
      FROM (
        SELECT c.name, c.shard FROM followers c
        WHERE c.name = $1 AND c.shard = ANY ($2::uuid[]) AND ${IS_FREE} FOR UPDATE SKIP LOCKED
      ) free
      WHERE f.name = free.name AND f.shard = free.shard
      RETURNING f.shard, f.account_id AS "accountId", f.cursor, f.lease`,
    values: [name, ready.map(({ shard }) => shard), LEASE_SECONDS],
  });
  return { followers: rows, settled };
}

type Held = Pick<Follower, "shard" | "lease">;

/**
 * Extends leases that were not released meanwhile, and stores cursors, because a follower that needs no event stores none for as long as
 * others arrive. Returns the shards of those that are still held.
 */
export async function renewFollowers(
  { pool }: Database,
  name: string,
  held: readonly (Held & { cursor: string })[],
): Promise<Set<string>> {
  const { rows } = await pool.query<{ shard: string }>({
    name: "renew-followers",
    text: `
      UPDATE followers f SET leased_until = now() + make_interval(secs => $5), cursor = greatest(f.cursor, held.cursor),
        moved_at = CASE WHEN f.cursor < held.cursor THEN now() ELSE f.moved_at END
      FROM unnest($2::uuid[], $3::integer[], $4::uuid[]) AS held (shard, lease, cursor)
      WHERE f.name = $1 AND f.shard = held.shard AND f.lease = held.lease AND f.leased_until IS NOT NULL AND f.active
      RETURNING f.shard`,
    values: [
      name,
      held.map(({ shard }) => shard),
      held.map(({ lease }) => lease),
      held.map(({ cursor }) => cursor),
      LEASE_SECONDS,
    ],
  });
  return new Set(rows.map(({ shard }) => shard));
}

/** Keeps a follower from being taken until the transaction ends. Undefined: another process has taken it. */
export async function lockFollower(transaction: Db, name: string, { shard, lease }: Held) {
  return await transaction
    .selectFrom("followers")
    .select("cursor")
    .where("name", "=", name)
    .where("shard", "=", shard)
    .where("lease", "=", lease)
    .forUpdate()
    .executeTakeFirst();
}

type Release = {
  /** The last finished event. */
  cursor: string;
  /** It is left alone for this time, by the database's clock. */
  restMs: number;
  /** Returns when it has work besides new events. Called while the follower is locked, see setFollower. */
  loadWakeAt: () => Promise<Date | null>;
};

/**
 * Gives a follower back, so that any process can take it. In a transaction, which keeps it locked. False, without effect: the lease is no
 * longer the current one.
 */
export async function releaseFollower(
  transaction: Db,
  name: string,
  { shard, lease }: Held,
  { cursor, restMs, loadWakeAt }: Release,
): Promise<boolean> {
  const held = await lockFollower(transaction, name, { shard, lease });
  if (!held) return false;
  await transaction
    .updateTable("followers")
    .set({
      leased_until: null,
      ...(restMs > 0 && { not_before: sql<Date>`now() + make_interval(secs => ${restMs / 1_000})` }),
      wake_at: await loadWakeAt(),
      ...(held.cursor < cursor && { cursor, moved_at: sql<Date>`now()` }),
    })
    .where("name", "=", name)
    .where("shard", "=", shard)
    .execute();
  return true;
}
