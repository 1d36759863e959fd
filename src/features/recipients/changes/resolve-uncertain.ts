import type { Database } from "../../../platform/db/index.ts";
import { RESET_CRASHES } from "../crash-counts.ts";
import { recordEvents } from "../record-events.ts";
import { stateAfter, statesBefore } from "../states.ts";
import { RESTORED_MARK } from "./hold-restored.ts";

/** A person's decision about uncertain recipients that are not retried. */
export type UncertainDecision = { cause: "retryUncertain" | "confirmDelivered"; reason: string };

type Recipient = { accountId: string; emailId: string; position: number };

/** Applies a decision to one recipient. Returns false if it no longer needs one. */
export async function resolveUncertainRecipient(
  database: Database,
  { accountId, emailId, position }: Recipient,
  decision: UncertainDecision,
): Promise<boolean> {
  const isIt = `account_id = $3 AND email_id = $4 AND position = $5 AND ${isUndecided(decision)}`;
  return (await resolve(database, decision, isIt, [accountId, emailId, position])).length === 1;
}

/** Applies a decision to up to `limit` recipients that were held because a backup was restored. Returns the account of each. */
export async function resolveRestoredChunk(
  database: Database,
  { before, limit }: { before: Date; limit: number },
  decision: UncertainDecision,
): Promise<string[]> {
  const areThose = `ctid = ANY (ARRAY(
    SELECT r.ctid FROM recipients r WHERE ${isRestored(decision, "$3")} LIMIT $4 FOR UPDATE SKIP LOCKED))`;
  return await resolve(database, decision, areThose, [before, limit]);
}

/** Whether a recipient is held that `resolveRestoredChunk` would decide, or has skipped because another transaction has locked it. */
export async function hasRestored(
  { pool }: Database,
  before: Date,
  decision: UncertainDecision,
): Promise<boolean> {
  const { rows } = await pool.query<{ yes: boolean }>(
    `SELECT EXISTS (SELECT FROM recipients r WHERE ${isRestored(decision, "$1")}) AS yes`,
    [before],
  );
  return rows[0]?.yes ?? false;
}

/** The condition on rows `r` that are held because a backup was restored, and were changed before a time. */
const isRestored = (decision: UncertainDecision, before: string) =>
  `${isUndecided(decision)} AND r.updated_at < ${before} AND (
      SELECT v.detail ? '${RESTORED_MARK}' FROM events v WHERE v.account_id = r.account_id AND v.email_id = r.email_id AND v.position = r.position
      ORDER BY v.id DESC LIMIT 1)`;

const isUndecided = ({ cause }: UncertainDecision) => `state = ${statesBefore(cause)} AND due_at IS NULL`;

/** Writes state and event in one commit. A retried recipient expires after one hour at the earliest. */
async function resolve(
  { pool }: Database,
  { cause, reason }: UncertainDecision,
  where: string,
  values: unknown[],
): Promise<string[]> {
  const { rows } = await pool.query<{ account_id: string }>(
    `WITH decided AS (
       UPDATE recipients SET state = ${stateAfter(cause, "recipients")}, ${RESET_CRASHES}, ready = $2, due_at = CASE WHEN $2 THEN now() END,
         updated_at = now(), expires_at = CASE WHEN $2 THEN greatest(expires_at, now() + interval '1 hour') ELSE expires_at END
       WHERE ${where}
       RETURNING account_id, email_id, position, attempt, state
     ), ${recordEvents([{ of: "decided", type: "state", detail: "jsonb_build_object('reason', $1::text)" }])}
     SELECT account_id FROM decided`,
    [reason, cause === "retryUncertain", ...values],
  );
  return rows.map(({ account_id }) => account_id);
}
