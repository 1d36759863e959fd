import type { Database } from "../../../platform/db/index.ts";

/** The first request with a key, and its response. */
export type EarlierRequest = { requestHash: Buffer; response: unknown };

const ROWS_AT_ONCE = 10_000;

export async function findEarlierRequest(
  { pool }: Database,
  accountId: string,
  key: string,
): Promise<EarlierRequest | null> {
  const { rows } = await pool.query<{ request_hash: Buffer; answer: unknown }>(
    `SELECT answer, request_hash FROM idempotency_keys WHERE account_id = $1 AND key = $2 AND expires_at > now()`,
    [accountId, key],
  );
  const [row] = rows;
  return row ? { requestHash: row.request_hash, response: row.answer } : null;
}

/** Deletes an expired key, so that it can be used again. */
export async function deleteExpiredKey({ pool }: Database, accountId: string, key: string): Promise<void> {
  await pool.query(
    `DELETE FROM idempotency_keys WHERE account_id = $1 AND key = $2 AND expires_at <= now()`,
    [accountId, key],
  );
}

/** Deletes all expired keys. Each statement deletes a limited number, so that it stays short. */
export async function deleteExpiredKeys(database: Database): Promise<void> {
  while ((await deleteSomeExpiredKeys(database)) === ROWS_AT_ONCE);
}

async function deleteSomeExpiredKeys({ pool }: Database): Promise<number> {
  const { rowCount } = await pool.query(
    `DELETE FROM idempotency_keys WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM idempotency_keys WHERE expires_at <= now() ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED))`,
    [ROWS_AT_ONCE],
  );
  return rowCount ?? 0;
}
