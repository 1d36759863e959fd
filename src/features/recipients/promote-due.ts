import type { Database } from "../../platform/db/index.ts";
import { isNotQuarantined } from "./crash-counts.ts";
import { recordEvents } from "./record-events.ts";

/** Rows per statement from each end of the backlog. The next statement takes more. */
export const ROWS_PER_END = 1_000;

const oneEnd = (order: "ASC" | "DESC") => `ARRAY(SELECT ctid FROM recipients r
       WHERE due_at <= now() AND NOT ready AND ${isNotQuarantined("r")}
       ORDER BY due_at ${order} LIMIT ${ROWS_PER_END} FOR UPDATE SKIP LOCKED)`;

const PROMOTE = `UPDATE recipients SET ready = true WHERE ctid = ANY (
       ${oneEnd("ASC")} || ${oneEnd("DESC")})`;

/**
 * With an event for scheduled mail: for recipients that no worker has claimed, because one that was given back untried is promoted too. A
 * rescheduled email may have its event already.
 */
const PROMOTE_WITH_EVENTS = `WITH promoted AS (
       ${PROMOTE} RETURNING account_id, email_id, position, attempt, state, lease
     ), ${recordEvents([
       {
         of: "promoted",
         type: "'queued'",
         detail: "'{}'::jsonb",
         where: `state = 'queued' AND lease = 0 AND account_id = ANY ($1::uuid[]) AND NOT EXISTS (
           SELECT FROM events v WHERE v.account_id = promoted.account_id AND v.email_id = promoted.email_id
             AND v.position = promoted.position AND v.type = 'queued')`,
       },
     ])}
     SELECT FROM promoted`;

/**
 * Makes due recipients ready, so that claims find them: retries, scheduled mail, and the in-flight recipients of crashed workers. Takes
 * rows from both ends of the backlog, so that a million recipients due at once do not delay later ones. Quarantined recipients are left
 * out, because they are claimed alone. Returns the number of promoted recipients. Any worker may run it. `listening`: the accounts that
 * ask for the events of acceptance. Their scheduled mail gets the event `queued`.
 */
export async function promoteDue({ pool }: Database, listening: readonly string[] = []): Promise<number> {
  const statement =
    listening.length === 0
      ? { name: "promote-due", text: PROMOTE }
      : { name: "promote-due-with-events", text: PROMOTE_WITH_EVENTS, values: [listening] };
  const { rowCount } = await pool.query(statement);
  return rowCount ?? 0;
}
