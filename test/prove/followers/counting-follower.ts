import { sql } from "kysely";
import type { FollowerDefinition } from "../../../src/features/follower-definition.ts";
import type { Database } from "../../../src/platform/db/index.ts";

/** Adds each account event to a count and to the log of its account, with several statements, so that a kill can come between them. */
export const countingFollower: FollowerDefinition = {
  name: "proof",
  scope: "instance",
  begins: "oldest",
  step: async (transaction, { afterId, beforeId }) => {
    // Small pages, so that a run has many steps.
    const { rows } = await sql<{ id: string; type: string }>`
      SELECT id, type FROM account_events WHERE id > ${afterId} AND id < ${beforeId} ORDER BY id LIMIT 100`.execute(
      transaction,
    );
    if (rows.length === 0) return { cursor: beforeId };
    const types = [...new Set(rows.map(({ type }) => type))];
    for (const type of types) {
      const added = rows.filter((row) => row.type === type).length;
      await sql`INSERT INTO proof_counts VALUES (${type}, ${added}) ON CONFLICT (type) DO UPDATE SET n = proof_counts.n + excluded.n`.execute(
        transaction,
      );
    }
    await sql`INSERT INTO proof_effects SELECT unnest(${rows.map(({ id }) => id)}::uuid[])`.execute(
      transaction,
    );
    return { cursor: rows.at(-1)?.id ?? beforeId };
  },
};

export async function createProofTables({ pool }: Database): Promise<void> {
  await pool.query("CREATE TABLE proof_counts (type text PRIMARY KEY, n bigint NOT NULL)");
  // No key: an effect that happens twice is stored twice.
  await pool.query("CREATE TABLE proof_effects (event_id uuid NOT NULL)");
}

export type Recount = {
  events: number;
  effects: number;
  missing: number;
  repeated: number;
  wrongCounts: string[];
};

/** Compares the effects with the events. */
export async function recount({ pool }: Database): Promise<Recount> {
  const { rows } = await pool.query<Omit<Recount, "wrongCounts">>(`
    SELECT (SELECT count(*) FROM account_events) AS events, (SELECT count(*) FROM proof_effects) AS effects,
      (SELECT count(*) FROM account_events v WHERE NOT EXISTS (SELECT FROM proof_effects e WHERE e.event_id = v.id)) AS missing,
      (SELECT count(*) FROM (SELECT event_id FROM proof_effects GROUP BY 1 HAVING count(*) > 1) twice) AS repeated`);
  const { rows: wrong } = await pool.query<{ type: string }>(`
    SELECT type FROM (SELECT type, count(*) AS n FROM account_events GROUP BY 1) v FULL JOIN proof_counts c USING (type)
    WHERE v.n IS DISTINCT FROM c.n`);
  const [row] = rows;
  if (!row) throw new Error("the recount returned nothing");
  return { ...row, wrongCounts: wrong.map(({ type }) => type) };
}
