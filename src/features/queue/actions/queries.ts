/** SQL that moves many rows of the queue, a bounded number at a time. */
import type { Database } from "../../../platform/db/index.ts";
import { firstIdAt } from "../../../platform/ids/index.ts";
import type { Scope } from "../pauses/pause.ts";

type Chunk = { scope: Scope; before: Date; limit: number };

/** A scope as a condition on rows `r`: `$1` is the account, `$2` the domains. */
function inScope({ accountId, target }: Scope): string {
  return [
    ...(accountId === null ? [] : ["AND r.account_id = $1::uuid"]),
    ...(target === "all" ? [] : ["AND r.domain = ANY ($2::text[])"]),
  ].join(" ");
}

/** Both parameters stand in every statement, so that their numbers do not depend on the scope. */
const scopeParameters =
  "$1::uuid IS NOT DISTINCT FROM $1::uuid AND $2::text[] IS NOT DISTINCT FROM $2::text[]";

/** The domains of a scope; null: all. */
export async function listDomains({ pool }: Database, { target, name }: Scope): Promise<string[] | null> {
  if (target === "all") return null;
  if (target === "domain") return [name];
  const { rows } = await pool.query<{ domain: string }>(
    "SELECT domain FROM destination_domains WHERE operator = $1",
    [name],
  );
  return [name, ...rows.map(({ domain }) => domain)];
}

/**
 * Makes due what would be tried again later; what is scheduled keeps its time, and what a worker has lost keeps its turn. Answers
 * how many.
 */
export async function retryChunk(
  { pool }: Database,
  { scope, before, limit, domains }: Chunk & { domains: string[] | null },
): Promise<number> {
  const { rowCount } = await pool.query(
    `UPDATE recipients SET due_at = now(), ready = losses = 0, updated_at = now() WHERE ctid = ANY (ARRAY(
       SELECT r.ctid FROM recipients r
       WHERE r.due_at IS NOT NULL AND NOT r.ready AND r.state IN ('deferred', 'uncertain') AND r.due_at > now()
         AND r.updated_at < $3 AND ${scopeParameters} ${inScope(scope)}
       LIMIT $4 FOR UPDATE SKIP LOCKED))`,
    [scope.accountId, domains, before, limit],
  );
  return rowCount ?? 0;
}

/**
 * Ends the wait of rows, state and event in one commit, as canceling an email does: what may have arrived keeps its state
 * `uncertain`. What a worker has in hand goes on. Answers how many.
 */
export async function purgeChunk(
  { pool }: Database,
  { scope, before, limit, domains, reason }: Chunk & { domains: string[] | null; reason: string },
): Promise<number> {
  const pick = (where: string) => `SELECT r.account_id, r.email_id, r.position, r.state FROM recipients r
    WHERE ${where} AND r.email_id < $3 AND ${scopeParameters} ${inScope(scope)} LIMIT $4 FOR UPDATE SKIP LOCKED`;
  const { rows } = await pool.query<{ n: number }>(
    `WITH ready AS (${pick("r.ready")}
     ), asleep AS (${pick("r.due_at IS NOT NULL AND NOT r.ready AND r.state IN ('queued', 'deferred', 'uncertain')")}
     ), waiting AS (SELECT * FROM ready UNION ALL SELECT * FROM asleep
     ), canceled AS (
       UPDATE recipients r SET state = CASE w.state WHEN 'uncertain' THEN 'uncertain' ELSE 'canceled' END, ready = false,
         due_at = NULL, updated_at = now()
       FROM waiting w WHERE r.account_id = w.account_id AND r.email_id = w.email_id AND r.position = w.position
       RETURNING r.account_id, r.email_id, r.position, r.attempt, r.state
     ), begun AS MATERIALIZED (SELECT begin_events() AS at
     ), recorded AS (
       INSERT INTO events (account_id, email_id, id, position, attempt, type, detail, created_at)
       SELECT account_id, email_id, event_id(at, uuid_send(gen_random_uuid())), position, attempt, state,
         jsonb_build_object('reason', $5::text), at FROM canceled, begun
     )
     SELECT count(*)::integer AS n FROM canceled`,
    [scope.accountId, domains, firstIdAt(before), limit, reason],
  );
  return rows[0]?.n ?? 0;
}
