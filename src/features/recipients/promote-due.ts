import type { Database } from "../../platform/db/index.ts";
import { isNotQuarantined } from "./crash-counts.ts";
import { recordEvents } from "./record-events.ts";

/** Rows per statement from each end of the backlog. The next statement takes more. */
export const ROWS_PER_END = 1_000;

const oneEnd = (order: "ASC" | "DESC") => `ARRAY(SELECT ctid FROM recipients r
       WHERE due_at <= now() AND NOT ready AND ${isNotQuarantined("r")}
       ORDER BY due_at ${order} LIMIT ${ROWS_PER_END} FOR UPDATE SKIP LOCKED)`;

/** `notAfter`: the parameter of the same name. Without columns in the condition, no row is read after that time. */
const promote = (notAfter: string) => `UPDATE recipients SET ready = true
       WHERE now() <= to_timestamp(${notAfter}) AND ctid = ANY (${oneEnd("ASC")} || ${oneEnd("DESC")})`;

const COUNT =
  "SELECT (SELECT count(*) FROM promoted)::integer AS promoted, extract(epoch FROM now())::float8 AS now";

const PROMOTE = `WITH promoted AS (${promote("$1")} RETURNING 1) ${COUNT}`;

/**
 * With an event for scheduled mail: for recipients that no worker has claimed, because one that was given back untried is promoted too. A
 * rescheduled email may have its event already.
 */
const PROMOTE_WITH_EVENTS = `WITH promoted AS (
       ${promote("$2")} RETURNING account_id, email_id, position, attempt, state, lease
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
     ${COUNT}`;

/**
 * Makes due recipients ready, so that claims find them: retries, scheduled mail, and the in-flight recipients of crashed workers. Takes
 * rows from both ends of the backlog, so that a million recipients due at once do not delay later ones. Quarantined recipients are left
 * out, because they are claimed alone. Any worker may run it. `listening`: the accounts that ask for the events of acceptance. Their
 * scheduled mail gets the event `queued`. `notAfter`: in seconds since 1970; if the database's clock is past it, nothing is promoted.
 * Returns the number of promoted recipients, and the database's clock.
 */
export async function promoteDue(
  { pool }: Database,
  listening: readonly string[] = [],
  notAfter = Number.POSITIVE_INFINITY,
): Promise<{ promoted: number; now: number }> {
  const statement =
    listening.length === 0
      ? { name: "promote-due", text: PROMOTE, values: [notAfter] }
      : { name: "promote-due-with-events", text: PROMOTE_WITH_EVENTS, values: [listening, notAfter] };
  const { rows } = await pool.query<{ promoted: number; now: number }>(statement);
  return rows[0] ?? { promoted: 0, now: 0 };
}
