import type { Database } from "../db/index.ts";

export type JobsState = {
  /** The end of the last completed run of any job. Null: pg-boss has no completed run. */
  lastRunAt: Date | null;
  /** The schema of pg-boss is missing, and this database user may not create it. */
  lacksSchema: boolean;
};

/** Reads when background jobs last ran, on any node of the database. */
export async function readJobsState({ pool }: Database): Promise<JobsState> {
  const { rows } = await pool.query<{ exists: boolean; may_create: boolean }>(
    `SELECT to_regclass('pgboss.job') IS NOT NULL AS exists,
       has_database_privilege(current_database(), 'CREATE') AS may_create`,
  );
  const [schema] = rows;
  if (!schema?.exists) return { lastRunAt: null, lacksSchema: schema?.may_create === false };
  const runs = await pool.query<{ last: Date | null }>(
    "SELECT max(completed_on) AS last FROM pgboss.job WHERE state = 'completed'",
  );
  return { lastRunAt: runs.rows[0]?.last ?? null, lacksSchema: false };
}
