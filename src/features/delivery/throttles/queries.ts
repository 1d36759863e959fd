import { sql } from "kysely";
import type { Database } from "../../../platform/db/index.ts";
import type { ThrottlePlan } from "./throttle-plan.ts";
import type { ThrottleState } from "./throttle-state.ts";

/** All accounts share these rows, because a server's speed does not depend on the account. */

/** A worker that has not reported for this long has ended or is stuck. */
const ALIVE_SECONDS = 15;
/** A report that is younger than this is not written again: a write each second would keep the disk of an idle instance awake. */
const WRITTEN_EVERY_SECONDS = 4;

/** Records that this worker is alive. Returns the ids of all live workers, in the same order for each of them. */
export async function reportAlive(
  { pool }: Database,
  { id, node }: { id: string; node: string },
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>({
    name: "report-alive",
    text: `WITH me AS (
        INSERT INTO workers (id, node)
        SELECT $1, $2 WHERE NOT EXISTS (SELECT FROM workers WHERE id = $1 AND seen_at > now() - interval '${WRITTEN_EVERY_SECONDS} s')
        ON CONFLICT (id) DO UPDATE SET seen_at = now() RETURNING id
      ) SELECT id FROM me UNION SELECT id FROM workers WHERE seen_at > now() - interval '${ALIVE_SECONDS} s' ORDER BY id`,
    values: [id, node],
  });
  return rows.map((row) => row.id);
}

/** Removes this worker, and workers that crashed long ago. */
export async function leave({ pool }: Database, id: string): Promise<void> {
  await pool.query("DELETE FROM workers WHERE id = $1 OR seen_at < now() - interval '1 hour'", [id]);
}

export type ThrottleRow = ThrottleState & { name: string; sinceSlowedMs: number };

const throttleColumns = sql`name, concurrency, per_minute AS "perMinute", reason, failures,
  greatest(0, extract(epoch FROM coalesce(closed_until, now()) - now()) * 1000)::float8 AS "closedForMs",
  coalesce(extract(epoch FROM now() - slowed_at) * 1000, 1e12)::float8 AS "sinceSlowedMs"`;

export async function findThrottles({ db }: Database, names: string[]): Promise<ThrottleRow[]> {
  const { rows } =
    await sql<ThrottleRow>`SELECT ${throttleColumns} FROM throttles WHERE name = ANY (${names})`.execute(db);
  return rows;
}

export type ThrottleChange = ThrottleState & { name: string; isSlowed: boolean };

/** Changes these throttles with `adapt`, one worker at a time. Creates missing ones. */
export async function changeThrottles(
  { db }: Database,
  throttles: { name: string; plan: ThrottlePlan }[],
  adapt: (row: ThrottleRow) => ThrottleChange,
): Promise<ThrottleChange[]> {
  return await db.transaction().execute(async (transaction) => {
    const names = throttles.map(({ name }) => name);
    await sql`INSERT INTO throttles (name, concurrency, per_minute)
      SELECT * FROM unnest(${names}::text[], ${throttles.map(({ plan }) => plan.concurrency)}::real[],
        ${throttles.map(({ plan }) => plan.perMinute)}::real[]) ORDER BY 1 ON CONFLICT DO NOTHING`.execute(
      transaction,
    );
    const { rows } = await sql<ThrottleRow>`
      SELECT ${throttleColumns} FROM throttles WHERE name = ANY (${names}) ORDER BY name FOR UPDATE`.execute(
      transaction,
    );
    const changed = rows.map(adapt);
    await sql`
      UPDATE throttles l SET concurrency = n.concurrency, per_minute = n.per_minute, reason = n.reason, failures = n.failures,
        closed_until = CASE WHEN n.closed_for_ms > 0 THEN now() + make_interval(secs => n.closed_for_ms / 1000) END,
        slowed_at = CASE WHEN n.is_slowed THEN now() ELSE l.slowed_at END, updated_at = now()
      FROM unnest(${changed.map(({ name }) => name)}::text[], ${changed.map(({ concurrency }) => concurrency)}::real[],
        ${changed.map(({ perMinute }) => perMinute)}::real[], ${changed.map(({ reason }) => reason)}::text[],
        ${changed.map(({ failures }) => failures)}::integer[], ${changed.map(({ closedForMs }) => closedForMs)}::float8[],
        ${changed.map(({ isSlowed }) => isSlowed)}::boolean[])
        AS n (name, concurrency, per_minute, reason, failures, closed_for_ms, is_slowed)
      WHERE l.name = n.name`.execute(transaction);
    return changed;
  });
}

/** Deletes throttles without mail for a month. They begin again with their plan. */
export async function deleteOldThrottles({ pool }: Database): Promise<void> {
  await pool.query("DELETE FROM throttles WHERE updated_at < now() - interval '30 days'");
}
