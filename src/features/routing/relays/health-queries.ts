/** The health of relays, shared by all workers. Times are the database's, because workers' clocks may differ. */
import type { Database } from "../../../platform/db/index.ts";
import { COOLDOWNS, MAX_DOUBLINGS } from "./cooldowns.ts";

type RelayKey = { accountId: string; id: string };

/** A worker that sends a half-open probe must report its result within this time. */
const PROBE_SECONDS = 60;
export type OpenedRelay = {
  retryInMs: number;
  /** True when the credentials are rejected for the first time: worth one alert. */
  isNewRefusal: boolean;
};

/**
 * Starts a cooldown in which the relay gets no mail. If another worker has already started it, returns its end. A failed probe
 * (`wasProbe`) makes the cooldown longer.
 */
export async function openRelay(
  { pool }: Database,
  { accountId, id, ...failure }: RelayKey & { isRefusal: boolean; wasProbe: boolean; error: string },
): Promise<OpenedRelay | null> {
  const { firstSeconds, longestSeconds } = failure.isRefusal ? COOLDOWNS.refused : COOLDOWNS.unreachable;
  const { rows } = await pool.query<OpenedRelay>(
    `WITH before AS (
       SELECT account_id, id, state, failures, ($3 OR state = 'closed' OR (state = 'open' AND $4)) AS counts
       FROM relays WHERE account_id = $1 AND id = $2 FOR UPDATE
     )
     UPDATE relays r SET
       state = CASE WHEN $4 THEN 'auth_failed' WHEN b.counts THEN 'open' ELSE r.state END,
       failures = r.failures + b.counts::integer,
       retry_at = CASE WHEN b.counts
         THEN now() + make_interval(secs => least($6, $5 * 2 ^ least(b.failures, ${MAX_DOUBLINGS}))) ELSE r.retry_at END,
       last_error = $7, last_error_at = now()
     FROM before b WHERE r.account_id = b.account_id AND r.id = b.id
     RETURNING greatest(0, extract(epoch FROM r.retry_at - now()) * 1000)::float8 AS "retryInMs",
       (r.state = 'auth_failed' AND b.state <> 'auth_failed') AS "isNewRefusal"`,
    [accountId, id, failure.wasProbe, failure.isRefusal, firstSeconds, longestSeconds, failure.error],
  );
  return rows[0] ?? null;
}

/** Returns true when this worker may send the half-open probe; the others wait for its result. */
export async function takeProbe({ pool }: Database, { accountId, id }: RelayKey): Promise<boolean> {
  const { rowCount } = await pool.query(
    `UPDATE relays SET retry_at = now() + interval '${PROBE_SECONDS} seconds'
     WHERE account_id = $1 AND id = $2 AND state <> 'closed' AND (retry_at IS NULL OR retry_at <= now())`,
    [accountId, id],
  );
  return rowCount === 1;
}

/** Marks a relay as working and resets its failures. The last error is kept for display. */
export async function recordRelaySuccess({ pool }: Database, { accountId, id }: RelayKey): Promise<void> {
  await pool.query(
    `UPDATE relays SET state = 'closed', failures = 0, retry_at = NULL, last_success_at = now()
     WHERE account_id = $1 AND id = $2`,
    [accountId, id],
  );
}

/** Records a test. Success also ends a cooldown: the next mail is sent as a probe. */
export async function recordRelayTest(
  { pool }: Database,
  { accountId, id }: RelayKey,
  error: string | null,
): Promise<void> {
  await pool.query(
    `UPDATE relays SET tested_at = now(), test_error = $3,
       retry_at = CASE WHEN $3::text IS NULL AND state <> 'closed' THEN now() ELSE retry_at END
     WHERE account_id = $1 AND id = $2`,
    [accountId, id, error],
  );
}
