import type { Database } from "../../platform/db/index.ts";
import { isNotQuarantined } from "./crash-counts.ts";

/** Rows from each end in one statement; the next statement takes more. */
export const ROWS_PER_END = 1_000;

const oneEnd = (order: "ASC" | "DESC") => `ARRAY(SELECT ctid FROM recipients r
       WHERE due_at <= now() AND NOT ready AND ${isNotQuarantined("r")}
       ORDER BY due_at ${order} LIMIT ${ROWS_PER_END} FOR UPDATE SKIP LOCKED)`;

/**
 * Makes due recipients ready, so that claims find them: retries, schedules, and what a crashed worker held. From both ends of what is
 * due: a million that are due at once must not hold up those that come after them. Quarantined recipients are left out, because they are
 * claimed alone. Returns how many. Any worker may do it.
 */
export async function promoteDue({ pool }: Database): Promise<number> {
  const { rowCount } = await pool.query({
    name: "promote-due",
    text: `UPDATE recipients SET ready = true WHERE ctid = ANY (
       ${oneEnd("ASC")} || ${oneEnd("DESC")})`,
  });
  return rowCount ?? 0;
}
