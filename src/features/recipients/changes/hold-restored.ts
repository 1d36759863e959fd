import type { Database } from "../../../platform/db/index.ts";
import { RESET_CRASHES } from "../crash-counts.ts";
import { recordEvents } from "../record-events.ts";
import { stateAfter } from "../states.ts";

/** The key in an event's details that says why the recipient is held. */
export const RESTORED_MARK = "restored";

/** No lease lasts longer, from the moment of a claim or a renewal. */
const LONGEST_LEASE = "1 minute";

/**
 * Holds up to `limit` ready recipients, and as many that are due or claimed, as `uncertain`: state and event in one commit, by the two
 * indexes of the queue. Returns how many; 0: there are no more.
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
