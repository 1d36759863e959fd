import type { Database } from "../../../platform/db/index.ts";
import { statesBefore } from "../../recipients/index.ts";

/** Returns the stored contents by their hash in hex. */
export async function loadContents(
  { pool }: Database,
  accountId: string,
  hashes: string[],
): Promise<Map<string, Buffer>> {
  if (hashes.length === 0) return new Map();
  const { rows } = await pool.query<{ hash: string; bytes: Buffer }>(
    `SELECT encode(hash, 'hex') AS hash, bytes FROM contents
     WHERE account_id = $1 AND hash IN (SELECT decode(h, 'hex') FROM unnest($2::text[]) h)`,
    [accountId, hashes],
  );
  return new Map(rows.map(({ hash, bytes }) => [hash, bytes]));
}

/** Whether all contents with these hashes (in hex) are stored. */
export async function areStored({ pool }: Database, accountId: string, hashes: string[]): Promise<boolean> {
  if (hashes.length === 0) return true;
  const { rows } = await pool.query<{ missing: number }>(
    `SELECT count(*) AS missing FROM unnest($2::text[]) h
     WHERE NOT EXISTS (SELECT FROM contents WHERE account_id = $1 AND hash = decode(h, 'hex'))`,
    [accountId, hashes],
  );
  return rows[0]?.missing === 0;
}

const TODAY = "(now() AT TIME ZONE 'UTC')::date";

/** SQL: no mail of an account was due a day ago, and no expired recipient is in flight. */
const isOnTime = (account: string) => `NOT EXISTS (
           SELECT FROM recipients r WHERE r.account_id = ${account} AND r.ready AND r.due_at < now() - interval '1 day')
         AND NOT EXISTS (
           SELECT FROM recipients r WHERE r.account_id = ${account} AND NOT r.ready AND r.due_at < now() - interval '1 day')
         AND NOT EXISTS (
           SELECT FROM recipients r WHERE r.account_id = ${account} AND r.state = 'sending' AND r.expires_at < now())`;

/** Returns the accounts with due mail that has waited for a day, because no worker ran, or with an expired recipient in flight. */
export async function findLateAccounts({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM accounts a WHERE NOT (${isOnTime("a.id")})`,
  );
  return rows.map(({ id }) => id);
}

type Sweep = {
  graceDays: number;
  /** Late accounts, which keep all contents. They may have millions of open recipients. */
  late: string[];
};

/**
 * Marks old contents as used today if an open recipient still needs them: a deferred one whose account retries for weeks, or an uncertain
 * one that waits for a person. Without this, deleteOldContents would remove the content first, and the mail would bounce. Contents are
 * locked in the same order as by an acceptance, so that the two cannot deadlock.
 *
 * Reads only open recipients of emails accepted before the retention time, by the index `recipients_by_state (account_id, state, email_id)`.
 * The contents of newer emails are not old, because each acceptance marks them.
 */
export async function keepOpenContents({ pool }: Database, { graceDays, late }: Sweep): Promise<void> {
  await pool.query(
    `WITH open AS MATERIALIZED (
       SELECT DISTINCT a.id AS account_id, r.email_id, ${TODAY} - a.retention_days - $1::integer AS oldest
       FROM accounts a CROSS JOIN LATERAL (
         SELECT email_id FROM recipients WHERE account_id = a.id AND state IN (${statesBefore("claim")})
           AND email_id < event_id(now() - make_interval(days => a.retention_days + $1::integer), decode(repeat('00', 16), 'hex'))
       ) r
       WHERE a.id <> ALL ($2::uuid[])
     ), hashes AS MATERIALIZED (
       -- First alone, so that each content is then found by its key, and not among all contents of the account.
       SELECT DISTINCT e.account_id, h.hash, open.oldest
       FROM open JOIN emails e ON e.account_id = open.account_id AND e.id = open.email_id
       CROSS JOIN LATERAL (
         SELECT unnest(ARRAY[e.html_hash, e.text_hash, e.raw_hash]) AS hash
         UNION ALL SELECT decode(file->>'hash', 'hex') FROM jsonb_array_elements(e.attachments) file
       ) h
       WHERE h.hash IS NOT NULL
     ), needed AS (
       SELECT c.account_id, c.hash
       FROM hashes JOIN contents c ON c.account_id = hashes.account_id AND c.hash = hashes.hash AND c.last_used_on < hashes.oldest
       ORDER BY c.account_id, c.hash FOR UPDATE OF c
     )
     UPDATE contents c SET last_used_on = ${TODAY} FROM needed WHERE c.account_id = needed.account_id AND c.hash = needed.hash`,
    [graceDays, late],
  );
}

/**
 * Deletes contents that no email has needed for longer than the account's retention time plus `graceDays`. Returns the number of
 * deleted contents, at most `limit` per call, so that the statement stays short. Accounts that are late, or have become late since, keep
 * all contents. Contents that an acceptance is using are skipped until the next call: a statement that never waits while it holds locks
 * cannot deadlock.
 */
export async function deleteOldContents(
  { pool }: Database,
  { graceDays, late, limit }: Sweep & { limit: number },
): Promise<number> {
  const { rowCount } = await pool.query(
    `WITH old AS MATERIALIZED (
       SELECT o.account_id, o.hash FROM contents o LEFT JOIN accounts a ON a.id = o.account_id
       WHERE o.last_used_on < ${TODAY} - (SELECT min(retention_days) FROM accounts) - $1::integer
         AND o.last_used_on < ${TODAY} - coalesce(a.retention_days, 0) - $1::integer
         AND o.account_id <> ALL ($3::uuid[]) AND ${isOnTime("o.account_id")}
       LIMIT $2
     ), free AS (
       SELECT c.account_id, c.hash FROM old JOIN contents c ON c.account_id = old.account_id AND c.hash = old.hash
       WHERE c.last_used_on < ${TODAY} - $1::integer
       ORDER BY c.account_id, c.hash FOR UPDATE OF c SKIP LOCKED
     )
     DELETE FROM contents c USING free WHERE c.account_id = free.account_id AND c.hash = free.hash
       AND c.last_used_on < ${TODAY} - $1::integer`,
    [graceDays, limit, late],
  );
  return rowCount ?? 0;
}
