import type { Database } from "../../../platform/db/index.ts";
import { lossesOf, lossesUntilAlone } from "./claim-sql.ts";

/** Rows in one statement; what is more comes with the next. */
export const mostWoken = 2_000;

/**
 * Puts into their lanes those whose time has come: retries, schedules, and what a lost worker had in hand. Suspects sleep on; they
 * are claimed alone. Answers how many. Any worker may do it.
 */
export async function wakeSleepers({ pool }: Database): Promise<number> {
  const { rowCount } = await pool.query({
    name: "wake-sleepers",
    text: `UPDATE recipients SET ready = true WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM recipients r WHERE due_at <= now() AND NOT ready AND ${lossesOf("r")} < ${lossesUntilAlone}
       ORDER BY due_at LIMIT ${mostWoken} FOR UPDATE SKIP LOCKED))`,
  });
  return rowCount ?? 0;
}
