import type { Database } from "../../platform/db/index.ts";
import { isNotQuarantined } from "./crash-counts.ts";

/** Rows per statement from each end of the backlog. The next statement takes more. */
export const ROWS_PER_END = 1_000;

const oneEnd = (order: "ASC" | "DESC") => `ARRAY(SELECT ctid FROM recipients r
       WHERE due_at <= now() AND NOT ready AND ${isNotQuarantined("r")}
       ORDER BY due_at ${order} LIMIT ${ROWS_PER_END} FOR UPDATE SKIP LOCKED)`;

/**
 * Makes due recipients ready, so that claims find them: retries, scheduled mail, and the in-flight recipients of crashed workers. Takes
 * rows from both ends of the backlog, so that a million recipients due at once do not delay later ones. Quarantined recipients are left
 * out, because they are claimed alone. Returns the number of promoted recipients. Any worker may run it.
 */
export async function promoteDue({ pool }: Database): Promise<number> {
  const { rowCount } = await pool.query({
    name: "promote-due",
    text: `UPDATE recipients SET ready = true WHERE ctid = ANY (
       ${oneEnd("ASC")} || ${oneEnd("DESC")})`,
  });
  return rowCount ?? 0;
}
