/** The health of relays, which all workers share. Times are the database's, so that their clocks need not agree. */
import type { Database } from "../../../platform/db/index.ts";
import { maxDoublings, pauses } from "./pauses.ts";

type RelayKey = { accountId: string; id: string };

/** A worker that lets one mail through to see has so long to tell what became of it. */
const probeSeconds = 60;
export type OpenedRelay = {
  retryInMs: number;
  /** Whether the credentials are refused and were not before: worth an alert, once. */
  isNewRefusal: boolean;
};

/**
 * Lets nothing through for a while. Who finds that another worker has done so already learns until when; a worker whose probe
 * failed (`wasProbe`) makes it longer.
 */
export async function openRelay(
  { pool }: Database,
  { accountId, id, ...given }: RelayKey & { isRefusal: boolean; wasProbe: boolean; error: string },
): Promise<OpenedRelay | null> {
  const { firstSeconds, longestSeconds } = given.isRefusal ? pauses.refused : pauses.unreachable;
  const { rows } = await pool.query<OpenedRelay>(
    `WITH before AS (
       SELECT account_id, id, state, failures, ($3 OR state = 'closed' OR (state = 'open' AND $4)) AS counts
       FROM relays WHERE account_id = $1 AND id = $2 FOR UPDATE
     )
     UPDATE relays r SET
       state = CASE WHEN $4 THEN 'auth_failed' WHEN b.counts THEN 'open' ELSE r.state END,
       failures = r.failures + b.counts::integer,
       retry_at = CASE WHEN b.counts
         THEN now() + make_interval(secs => least($6, $5 * 2 ^ least(b.failures, ${maxDoublings}))) ELSE r.retry_at END,
       last_error = $7, last_error_at = now()
     FROM before b WHERE r.account_id = b.account_id AND r.id = b.id
     RETURNING greatest(0, extract(epoch FROM r.retry_at - now()) * 1000)::float8 AS "retryInMs",
       (r.state = 'auth_failed' AND b.state <> 'auth_failed') AS "isNewRefusal"`,
    [accountId, id, given.wasProbe, given.isRefusal, firstSeconds, longestSeconds, given.error],
  );
  return rows[0] ?? null;
}

/** Whether this worker is the one that lets a mail through to see; the others leave it alone meanwhile. */
export async function takeProbe({ pool }: Database, { accountId, id }: RelayKey): Promise<boolean> {
  const { rowCount } = await pool.query(
    `UPDATE relays SET retry_at = now() + interval '${probeSeconds} seconds'
     WHERE account_id = $1 AND id = $2 AND state <> 'closed' AND (retry_at IS NULL OR retry_at <= now())`,
    [accountId, id],
  );
  return rowCount === 1;
}

/** It takes mail: whatever was against it is forgotten but for the last error, which people may want to read. */
export async function noteRelayWorks({ pool }: Database, { accountId, id }: RelayKey): Promise<void> {
  await pool.query(
    `UPDATE relays SET state = 'closed', failures = 0, retry_at = NULL, last_success_at = now()
     WHERE account_id = $1 AND id = $2`,
    [accountId, id],
  );
}

/** What stopped it may be over: the next mail tries. */
export async function retryRelayNow({ pool }: Database, { accountId, id }: RelayKey): Promise<void> {
  await pool.query(
    "UPDATE relays SET retry_at = now() WHERE account_id = $1 AND id = $2 AND state <> 'closed'",
    [accountId, id],
  );
}
