import type { Database } from "../../../platform/db/index.ts";
import { RESET_CRASHES } from "../crash-counts.ts";
import { recordEvents } from "../record-events.ts";
import { stateAfter } from "../states.ts";

/** The key in an event's details that says why the recipient is held. */
export const RESTORED_MARK = "restored";

/** The maximum time between a claim or renewal and the end of its lease. */
const LONGEST_LEASE = "1 minute";

/**
 * Makes up to `limit` ready recipients `uncertain`, and up to `limit` that are due or claimed, with state and event in one commit. Uses
 * both indexes of the queue. Returns their number, 0 when none is left.
 */
export async function holdRestoredChunk(
  { pool }: Database,
  { limit, reason }: { limit: number; reason: string },
): Promise<number> {
  const detail = `jsonb_build_object('reason', $2::text, '${RESTORED_MARK}', true)`;
  const { rows } = await pool.query<{ n: number }>(
    `WITH held AS (
       UPDATE recipients SET state = ${stateAfter("holdRestored", "recipients")}, ready = false, due_at = NULL, ${RESET_CRASHES}, updated_at = now()
       WHERE ctid = ANY (
         ARRAY(SELECT ctid FROM recipients WHERE ready ORDER BY account_id, bulk, domain, due_at LIMIT $1 FOR UPDATE)
         || ARRAY(SELECT ctid FROM recipients WHERE due_at IS NOT NULL AND NOT ready AND due_at <= now() + interval '${LONGEST_LEASE}'
           AND (due_at <= now() OR state = 'sending') ORDER BY due_at LIMIT $1 FOR UPDATE))
       RETURNING account_id, email_id, position, attempt, state
     ), ${recordEvents([{ of: "held", type: "state", detail }])}
     SELECT count(*)::integer AS n FROM held`,
    [limit, reason],
  );
  return rows[0]?.n ?? 0;
}
