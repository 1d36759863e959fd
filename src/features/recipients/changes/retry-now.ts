import type { Database } from "../../../platform/db/index.ts";
import { HAS_NO_CRASHES } from "../crash-counts.ts";
import { statesBefore } from "../states.ts";
import { inScope, type RecipientScope, SCOPE_PARAMETERS } from "./recipient-scope.ts";

type Retryable = { scope: RecipientScope; before: Date };

/** The condition on rows `r` of a scope that wait for a retry. `$3`: they were changed before. */
const retryableIn = (scope: RecipientScope) =>
  `r.due_at IS NOT NULL AND NOT r.ready AND r.state IN (${statesBefore("retryNow")}) AND r.due_at > now()
         AND r.updated_at < $3 AND ${SCOPE_PARAMETERS} ${inScope(scope)}`;

/**
 * Makes up to `limit` retries due now. Scheduled mail keeps its time, and recipients with crashes wait for promoteDue or their turn in
 * quarantine. Returns the number of changed recipients.
 */
export async function retryChunk(
  { pool }: Database,
  { scope, before, limit }: Retryable & { limit: number },
): Promise<number> {
  const { rowCount } = await pool.query(
    `UPDATE recipients SET due_at = now(), ready = ${HAS_NO_CRASHES}, updated_at = now() WHERE ctid = ANY (ARRAY(
       SELECT r.ctid FROM recipients r WHERE ${retryableIn(scope)}
       LIMIT $4 FOR UPDATE SKIP LOCKED))`,
    [scope.accountId, scope.domains, before, limit],
  );
  return rowCount ?? 0;
}

/** Whether a recipient waits that `retryChunk` would make due, or has skipped because another transaction has locked it. */
export async function hasRetryable({ pool }: Database, { scope, before }: Retryable): Promise<boolean> {
  const { rows } = await pool.query<{ yes: boolean }>(
    `SELECT EXISTS (SELECT FROM recipients r WHERE ${retryableIn(scope)}) AS yes`,
    [scope.accountId, scope.domains, before],
  );
  return rows[0]?.yes ?? false;
}
