import type { Database } from "../../../platform/db/index.ts";
import { HAS_NO_CRASHES } from "../crash-counts.ts";
import { statesBefore } from "../states.ts";
import { inScope, type RecipientScope, SCOPE_PARAMETERS } from "./recipient-scope.ts";

type Chunk = { scope: RecipientScope; before: Date; limit: number };

/**
 * Makes up to `limit` retries due now. Scheduled mail keeps its time, and recipients with crashes wait for promoteDue or their turn in
 * quarantine. Returns the number of changed recipients.
 */
export async function retryChunk({ pool }: Database, { scope, before, limit }: Chunk): Promise<number> {
  const { rowCount } = await pool.query(
    `UPDATE recipients SET due_at = now(), ready = ${HAS_NO_CRASHES}, updated_at = now() WHERE ctid = ANY (ARRAY(
       SELECT r.ctid FROM recipients r
       WHERE r.due_at IS NOT NULL AND NOT r.ready AND r.state IN (${statesBefore("retryNow")}) AND r.due_at > now()
         AND r.updated_at < $3 AND ${SCOPE_PARAMETERS} ${inScope(scope)}
       LIMIT $4 FOR UPDATE SKIP LOCKED))`,
    [scope.accountId, scope.domains, before, limit],
  );
  return rowCount ?? 0;
}
