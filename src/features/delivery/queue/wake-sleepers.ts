import type { Database } from "../../../platform/db/index.ts";
import { lossesOf, lossesUntilAlone } from "./claim-sql.ts";

/** Rows from each end in one statement; what is more comes with the next. */
export const mostPerEnd = 1_000;

const oneEnd = (order: "ASC" | "DESC") => `ARRAY(SELECT ctid FROM recipients r
       WHERE due_at <= now() AND NOT ready AND ${lossesOf("r")} < ${lossesUntilAlone}
       ORDER BY due_at ${order} LIMIT ${mostPerEnd} FOR UPDATE SKIP LOCKED)`;

/**
 * Puts into their lanes those whose time has come: retries, schedules, and what a lost worker had in hand. From both ends: a million
 * that are due at once must not hold up who comes after them. Suspects sleep on; they are claimed alone. Answers how many. Any
 * worker may do it.
 */
export async function wakeSleepers({ pool }: Database): Promise<number> {
  const { rowCount } = await pool.query({
    name: "wake-sleepers",
    text: `UPDATE recipients SET ready = true WHERE ctid = ANY (
       ${oneEnd("ASC")} || ${oneEnd("DESC")})`,
  });
  return rowCount ?? 0;
}
