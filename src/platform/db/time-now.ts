import type { Database } from "./pool.ts";

/** The database's time, which all nodes share. */
export async function timeNow({ pool }: Pick<Database, "pool">): Promise<Date> {
  const { rows } = await pool.query<{ now: Date }>("SELECT clock_timestamp() AS now");
  return rows[0]?.now ?? new Date();
}
