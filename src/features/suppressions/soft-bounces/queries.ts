/** The SQL of soft bounces. */
import type { Database } from "../../../platform/db/index.ts";
import type { Suppressed } from "../queries.ts";
import type { Reply } from "../suppression.ts";
import { FORGET_AFTER_DAYS } from "./soft-bounce-rule.ts";

export type SoftBounceCount = { bounces: number; firstAt: Date; lastAt: Date; now: Date };

/** Adds one to the count. The count restarts at 1 after a delivery, or `FORGET_AFTER_DAYS` after the last bounce. */
export async function countOneMore(
  { pool }: Database,
  { accountId, addressKey, deliveredAt }: Suppressed & { deliveredAt: Date | null },
): Promise<SoftBounceCount> {
  const restarts = `s.last_at < $3 OR s.last_at < now() - make_interval(days => ${FORGET_AFTER_DAYS})`;
  const { rows } = await pool.query<SoftBounceCount>(
    `INSERT INTO soft_bounces AS s (account_id, address_key, bounces, first_at, last_at)
     SELECT $1, $2, 1, now(), now()
     ON CONFLICT (account_id, address_key) DO UPDATE SET
       bounces = CASE WHEN ${restarts} THEN 1 ELSE s.bounces + 1 END,
       first_at = CASE WHEN ${restarts} THEN now() ELSE s.first_at END,
       last_at = now()
     RETURNING bounces, first_at AS "firstAt", last_at AS "lastAt", now() AS now`,
    [accountId, addressKey, deliveredAt],
  );
  return rows[0] as SoftBounceCount;
}

/** Returns the event of an email's last rejection, with its reply. */
export async function findRefusal(
  { pool }: Database,
  { accountId, addressKey, emailId }: Suppressed & { emailId: string },
): Promise<{ id: string; reply: Reply } | null> {
  const { rows } = await pool.query<{ id: string; reply: Reply }>(
    `SELECT e.id, jsonb_build_object('code', e.detail->'code', 'status', e.detail->'enhanced', 'host', e.detail->'host',
       'phase', e.detail->'phase') AS reply
     FROM recipients r JOIN events e ON e.account_id = r.account_id AND e.email_id = r.email_id AND e.position = r.position
     WHERE r.account_id = $1 AND r.address_key = $2 AND r.email_id = $3 AND e.type IN ('bounced', 'expired')
     ORDER BY e.id DESC LIMIT 1`,
    [accountId, addressKey, emailId],
  );
  return rows[0] ?? null;
}

export async function forgetBounces(
  { pool }: Database,
  { accountId, addressKey }: Suppressed,
): Promise<void> {
  await pool.query("DELETE FROM soft_bounces WHERE account_id = $1 AND address_key = $2", [
    accountId,
    addressKey,
  ]);
}

export async function sweepSoftBounces({ pool }: Database): Promise<void> {
  await pool.query(
    `DELETE FROM soft_bounces WHERE last_at < now() - make_interval(days => ${FORGET_AFTER_DAYS})`,
  );
}
