/** SQL of uncertain mail that nobody tries any more. */
import type { Database } from "../../../platform/db/index.ts";

export type HeldRow = {
  email_id: string;
  position: number;
  address: string;
  subject: string;
  updated_at: Date;
  detail: { reason?: string; line?: string; host?: string } | null;
};

type Page = {
  accountId: string;
  domain: string | null;
  behind: { emailId: string; position: number };
  limit: number;
};

/** Newest email first. */
export async function listHeld(
  { pool }: Database,
  { accountId, domain, behind, limit }: Page,
): Promise<HeldRow[]> {
  const { rows } = await pool.query<HeldRow>(
    `SELECT r.email_id, r.position, r.address, e.subject, r.updated_at, v.detail
     FROM recipients r JOIN emails e ON e.account_id = r.account_id AND e.id = r.email_id
     LEFT JOIN LATERAL (
       SELECT detail FROM events v WHERE v.account_id = r.account_id AND v.email_id = r.email_id AND v.position = r.position
       ORDER BY v.id DESC LIMIT 1
     ) v ON true
     WHERE r.account_id = $1 AND r.state = 'uncertain' AND r.due_at IS NULL AND (r.email_id, -r.position) < ($2, -$3::integer)
       AND ($4::text IS NULL OR r.domain = $4)
     ORDER BY r.email_id DESC, r.position LIMIT $5`,
    [accountId, behind.emailId, behind.position, domain, limit],
  );
  return rows;
}

type Held = { accountId: string; emailId: string; position: number };
type Decided = { state: "uncertain" | "delivered"; isDue: boolean; reason: string };

/** State and event in one commit; false if it is not held any more. Who is tried again gets an hour at least. */
export async function decideHeld(database: Database, held: Held, decided: Decided): Promise<boolean> {
  const isIt =
    "account_id = $4 AND email_id = $5 AND position = $6 AND state = 'uncertain' AND due_at IS NULL";
  return (await decide(database, decided, isIt, [held.accountId, held.emailId, held.position])).length === 1;
}

/** The same of what a restored backup had due; answers the account of each. */
export async function decideRestoredChunk(
  database: Database,
  { before, limit }: { before: Date; limit: number },
  decided: Decided,
): Promise<string[]> {
  const areThose = `ctid = ANY (ARRAY(
    SELECT r.ctid FROM recipients r WHERE r.state = 'uncertain' AND r.due_at IS NULL AND r.updated_at < $4 AND (
      SELECT v.detail ? 'restored' FROM events v WHERE v.account_id = r.account_id AND v.email_id = r.email_id AND v.position = r.position
      ORDER BY v.id DESC LIMIT 1)
    LIMIT $5 FOR UPDATE SKIP LOCKED))`;
  return await decide(database, decided, areThose, [before, limit]);
}

/** Those of them that are still there. */
export async function findAccounts({ pool }: Database, ids: string[]): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>("SELECT id FROM accounts WHERE id = ANY ($1::uuid[])", [
    ids,
  ]);
  return rows.map(({ id }) => id);
}

async function decide(
  { pool }: Database,
  { state, isDue, reason }: Decided,
  where: string,
  values: unknown[],
): Promise<string[]> {
  const { rows } = await pool.query<{ account_id: string }>(
    `WITH decided AS (
       UPDATE recipients SET state = $1, losses = 0, ready = $2, due_at = CASE WHEN $2 THEN now() END, updated_at = now(),
         expires_at = CASE WHEN $2 THEN greatest(expires_at, now() + interval '1 hour') ELSE expires_at END
       WHERE ${where}
       RETURNING account_id, email_id, position, attempt, state
     ), begun AS MATERIALIZED (SELECT begin_events() AS at
     ), recorded AS (
       INSERT INTO events (account_id, email_id, id, position, attempt, type, detail, created_at)
       SELECT account_id, email_id, event_id(at, uuid_send(gen_random_uuid())), position, attempt, state,
         jsonb_build_object('reason', $3::text), at FROM decided, begun
     )
     SELECT account_id FROM decided`,
    [state, isDue, reason, ...values],
  );
  return rows.map(({ account_id }) => account_id);
}
