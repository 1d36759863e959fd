import type { Database } from "../../../platform/db/index.ts";

/**
 * Ends the wait of every recipient that waits, state and event in one commit; answers how many. What may have arrived keeps its
 * state `uncertain`, and nobody tries any more.
 */
export async function cancelWaiting({ pool }: Database, accountId: string, emailId: string): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    `WITH waiting AS (
       SELECT account_id, email_id, position, state FROM recipients
       WHERE account_id = $1 AND email_id = $2 AND state IN ('queued', 'deferred', 'uncertain') AND due_at IS NOT NULL FOR UPDATE
     ), canceled AS (
       UPDATE recipients r SET state = CASE w.state WHEN 'uncertain' THEN 'uncertain' ELSE 'canceled' END, ready = false, due_at = NULL,
         updated_at = now()
       FROM waiting w WHERE r.account_id = w.account_id AND r.email_id = w.email_id AND r.position = w.position
       RETURNING r.account_id, r.email_id, r.position, r.attempt, r.state
     ), begun AS MATERIALIZED (
       SELECT begin_events() AS at
     ), recorded AS (
       INSERT INTO events (account_id, email_id, id, position, attempt, type, detail, created_at)
       SELECT account_id, email_id, event_id(at, uuid_send(gen_random_uuid())), position, attempt, state,
         '{"reason":"canceled by the sender"}', at
       FROM canceled, begun
     )
     SELECT count(*)::integer AS n FROM canceled`,
    [accountId, emailId],
  );
  return rows[0]?.n ?? 0;
}

/**
 * Sets another time for an email of which nothing has begun. False when something has. Its contents are taken in the order in
 * which an accept takes them, so that the two wait for each other and never both.
 */
export async function moveSchedule(
  { pool }: Database,
  { accountId, emailId, at }: { accountId: string; emailId: string; at: Date },
): Promise<boolean> {
  const { rows } = await pool.query<{ moved: boolean }>(
    `WITH all_of_it AS (
       SELECT position, state = 'queued' AND attempt = 0 AS waits FROM recipients WHERE account_id = $1 AND email_id = $2 FOR UPDATE
     ), movable AS (
       SELECT bool_and(waits) AS yes FROM all_of_it
     ), moved AS (
       UPDATE recipients SET ready = false, due_at = $3::timestamptz, expires_at = $3::timestamptz + (expires_at - due_at), updated_at = now()
       WHERE account_id = $1 AND email_id = $2 AND (SELECT yes FROM movable)
     ), scheduled AS (
       UPDATE emails SET scheduled_at = $3 WHERE account_id = $1 AND id = $2 AND (SELECT yes FROM movable)
     ), needed AS (
       SELECT c.hash FROM emails e JOIN contents c ON c.account_id = e.account_id
         AND (c.hash IN (e.html_hash, e.text_hash, e.raw_hash)
           OR c.hash IN (SELECT decode(a->>'hash', 'hex') FROM jsonb_array_elements(e.attachments) a))
       WHERE e.account_id = $1 AND e.id = $2 AND (SELECT yes FROM movable)
         AND c.last_used_on < ($3::timestamptz AT TIME ZONE 'UTC')::date
       ORDER BY c.hash FOR UPDATE OF c
     ), kept AS (
       UPDATE contents c SET last_used_on = ($3::timestamptz AT TIME ZONE 'UTC')::date
       FROM needed WHERE c.account_id = $1 AND c.hash = needed.hash
     )
     SELECT coalesce(yes, false) AS moved FROM movable`,
    [accountId, emailId, at.toISOString()],
  );
  return rows[0]?.moved ?? false;
}
