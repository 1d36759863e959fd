import type { Database } from "../../platform/db/index.ts";
import type { FollowerDefinition } from "../follower-definition.ts";
import type { HeldFollower } from "./step-follower.ts";
import { LEASE_SECONDS } from "./take-followers.ts";

/** The shard of a follower of the whole instance. */
const INSTANCE_SHARD = "00000000-0000-0000-0000-000000000000";

/**
 * Before the first account, because nothing happens earlier; clocks of nodes may differ by minutes. On a new instance, which has no
 * events, a minute ago: a cursor of yesterday would cause the alert `follower_behind` at the first start.
 */
const BEFORE_OLDEST = `(SELECT CASE
    WHEN EXISTS (SELECT FROM events) OR EXISTS (SELECT FROM account_events) OR EXISTS (SELECT FROM engagements)
    THEN event_id(coalesce(min(created_at), now()) - interval '1 day', decode(repeat('00', 16), 'hex'))
    ELSE event_id(now() - interval '1 minute', decode(repeat('00', 16), 'hex')) END FROM accounts)`;

type Declared = Pick<FollowerDefinition, "name" | "scope" | "begins">;

/** Adds the followers that do not exist yet: one for the instance, or one for each account. */
export async function addDeclared({ pool }: Database, { name, scope, begins }: Declared): Promise<void> {
  const cursor = begins === "next" ? "end_of_settled_events()" : BEFORE_OLDEST;
  const text =
    scope === "instance"
      ? `INSERT INTO followers (name, shard, cursor) SELECT $1, '${INSTANCE_SHARD}', ${cursor}
         WHERE NOT EXISTS (SELECT FROM followers WHERE name = $1) ON CONFLICT DO NOTHING`
      : `INSERT INTO followers (name, shard, account_id, cursor) SELECT $1, a.id, a.id, ${cursor} FROM accounts a
         WHERE NOT EXISTS (SELECT FROM followers f WHERE f.name = $1 AND f.shard = a.id) ON CONFLICT DO NOTHING`;
  await pool.query(text, [name]);
}

/** Takes the follower of the instance if no process runs it. */
export async function takeInstanceFollower({ pool }: Database, name: string): Promise<HeldFollower | null> {
  const { rows } = await pool.query<HeldFollower>({
    name: "take-instance-follower",
    text: `
      UPDATE followers f SET lease = f.lease + 1, leased_until = now() + make_interval(secs => $2)
      FROM (SELECT name, shard FROM followers WHERE name = $1 AND shard = '${INSTANCE_SHARD}' AND active
        AND (leased_until IS NULL OR leased_until < now()) FOR UPDATE SKIP LOCKED) free
      WHERE f.name = free.name AND f.shard = free.shard
      RETURNING f.shard, f.account_id AS "accountId", f.lease`,
    values: [name, LEASE_SECONDS],
  });
  return rows[0] ?? null;
}

/** Releases a follower, so that any process can take it at once. */
export async function dropLease(
  { db }: Database,
  name: string,
  { shard, lease }: HeldFollower,
): Promise<void> {
  await db
    .updateTable("followers")
    .set({ leased_until: null, wake_at: null })
    .where("name", "=", name)
    .where("shard", "=", shard)
    .where("lease", "=", lease)
    .execute();
}
