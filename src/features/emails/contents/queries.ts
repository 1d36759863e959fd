import type { Database } from "../../../platform/db/index.ts";

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

/**
 * Deletes contents that no email has needed for longer than the account's retention time plus `graceDays`. Returns the number of
 * deleted contents, at most `limit` per call, so that the statement stays short. An account with due mail that has waited for a day,
 * because no worker ran, keeps all contents until that mail is sent, and while an expired recipient is in flight. Contents that an
 * acceptance is using are skipped until the next call: a statement that never waits while it holds locks cannot deadlock.
 */
export async function deleteOldContents(
  { pool }: Database,
  { graceDays, limit }: { graceDays: number; limit: number },
): Promise<number> {
  const { rowCount } = await pool.query(
    `WITH old AS MATERIALIZED (
       SELECT o.account_id, o.hash FROM contents o LEFT JOIN accounts a ON a.id = o.account_id
       WHERE o.last_used_on < (now() AT TIME ZONE 'UTC')::date - (SELECT min(retention_days) FROM accounts) - $1::integer
         AND o.last_used_on < (now() AT TIME ZONE 'UTC')::date - coalesce(a.retention_days, 0) - $1::integer
         AND NOT EXISTS (
           SELECT FROM recipients r WHERE r.account_id = o.account_id AND r.ready AND r.due_at < now() - interval '1 day')
         AND NOT EXISTS (
           SELECT FROM recipients r WHERE r.account_id = o.account_id AND NOT r.ready AND r.due_at < now() - interval '1 day')
         AND NOT EXISTS (
           SELECT FROM recipients r WHERE r.account_id = o.account_id AND r.state = 'sending' AND r.expires_at < now())
       LIMIT $2
     ), free AS (
       SELECT c.account_id, c.hash FROM old JOIN contents c ON c.account_id = old.account_id AND c.hash = old.hash
       WHERE c.last_used_on < (now() AT TIME ZONE 'UTC')::date - $1::integer
       ORDER BY c.account_id, c.hash FOR UPDATE OF c SKIP LOCKED
     )
     DELETE FROM contents c USING free WHERE c.account_id = free.account_id AND c.hash = free.hash
       AND c.last_used_on < (now() AT TIME ZONE 'UTC')::date - $1::integer`,
    [graceDays, limit],
  );
  return rowCount ?? 0;
}
