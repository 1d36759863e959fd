import type { Database } from "../../../platform/db/index.ts";
import { firstIdAt } from "../../../platform/ids/index.ts";
import { recordEvents } from "../record-events.ts";
import { stateAfter, statesBefore } from "../states.ts";
import { inScope, type RecipientScope, SCOPE_PARAMETERS } from "./recipient-scope.ts";

/**
 * Cancels the rows of the CTE `waiting`, with state and event in one commit. Mail that may have arrived stays `uncertain` and is no
 * longer retried. `reason` is SQL.
 */
const cancelWaiting = (reason: string) => `canceled AS (
       UPDATE recipients r SET state = ${stateAfter("cancel", "w")}, ready = false, due_at = NULL, updated_at = now()
       FROM waiting w WHERE r.account_id = w.account_id AND r.email_id = w.email_id AND r.position = w.position
       RETURNING r.account_id, r.email_id, r.position, r.attempt, r.state
     ), ${recordEvents([{ of: "canceled", type: "state", detail: `jsonb_build_object('reason', ${reason}::text)` }])}
     SELECT count(*)::integer AS n FROM canceled`;

/** Cancels every waiting recipient of an email. In-flight recipients continue. Returns the number of recipients, also of those that stay `uncertain`. */
export async function cancelEmailRecipients(
  { pool }: Database,
  accountId: string,
  emailId: string,
): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    `WITH waiting AS (
       SELECT account_id, email_id, position, state FROM recipients
       WHERE account_id = $1 AND email_id = $2 AND state IN (${statesBefore("cancel")}) AND due_at IS NOT NULL FOR UPDATE
     ), ${cancelWaiting("'canceled by the sender'")}`,
    [accountId, emailId],
  );
  return rows[0]?.n ?? 0;
}

type Waiting = { scope: RecipientScope; before: Date };
type Chunk = Waiting & { limit: number; reason: string };

/** The conditions on rows `r` that wait in a scope, by index. `$3` is the first email that is not concerned. */
function waitingIn(scope: RecipientScope) {
  const isConcerned = `r.email_id < $3 AND ${SCOPE_PARAMETERS} ${inScope(scope)}`;
  const isCancelable = `r.state IN (${statesBefore("cancel")})`;
  return {
    // `IS TRUE` keeps the planner from the index of states.
    ready: `r.ready AND (${isCancelable}) IS TRUE AND ${isConcerned}`,
    delayed: `r.due_at IS NOT NULL AND NOT r.ready AND ${isCancelable} AND ${isConcerned}`,
  };
}

/**
 * Cancels up to `2 × limit` waiting recipients of a scope, accepted before a time. In-flight recipients continue, and so do those of a
 * crashed worker: they may have arrived, so they stay `sending` until another worker claims them. Returns the number of canceled ones.
 */
export async function cancelChunk(
  { pool }: Database,
  { scope, before, limit, reason }: Chunk,
): Promise<number> {
  const { ready, delayed } = waitingIn(scope);
  const pick = (where: string) => `SELECT r.account_id, r.email_id, r.position, r.state FROM recipients r
    WHERE ${where} LIMIT $4 FOR UPDATE SKIP LOCKED`;
  const { rows } = await pool.query<{ n: number }>(
    `WITH ready AS (
       ${pick(ready)}
     ), delayed AS (
       ${pick(delayed)}
     ), waiting AS (
       SELECT * FROM ready UNION ALL SELECT * FROM delayed
     ), ${cancelWaiting("$5")}`,
    [scope.accountId, scope.domains, firstIdAt(before), limit, reason],
  );
  return rows[0]?.n ?? 0;
}

/** Whether a recipient waits that `cancelChunk` would cancel, or has skipped because another transaction has locked it. */
export async function hasCancelable({ pool }: Database, { scope, before }: Waiting): Promise<boolean> {
  const { ready, delayed } = waitingIn(scope);
  const { rows } = await pool.query<{ yes: boolean }>(
    `SELECT EXISTS (SELECT FROM recipients r WHERE ${ready}) OR EXISTS (SELECT FROM recipients r WHERE ${delayed}) AS yes`,
    [scope.accountId, scope.domains, firstIdAt(before)],
  );
  return rows[0]?.yes ?? false;
}
