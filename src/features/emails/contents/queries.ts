import type { Database } from "../../../platform/db/index.ts";

/** Those that are there, by their hash in hex. */
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

/** Whether all of these are there, by their hash in hex. */
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
 * Removes contents that no email has needed for longer than their account keeps them, and `graceDays` more; answers how many.
 * At most `limit` a call, so that the statement stays short. An account whose mail has stood still for a day (no worker ran) keeps
 * all until that has gone, and while one that is late is being sent. What an accept is using this moment is left for the next
 * time: who never waits holding locks is in no deadlock.
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
