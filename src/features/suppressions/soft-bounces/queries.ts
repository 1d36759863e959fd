/** All SQL of soft_bounces. */
import type { Database } from "../../../platform/db/index.ts";
import type { Suppressed } from "../queries.ts";
import { forgetAfterDays } from "./soft-bounce-rule.ts";

export type SoftBounceCount = { bounces: number; firstAt: Date; lastAt: Date; now: Date };

/** Counts one more; begins anew where there was a delivery since the last, or nothing for long. */
export async function countOneMore(
  { pool }: Database,
  { accountId, addressKey, deliveredAt }: Suppressed & { deliveredAt: Date | null },
): Promise<SoftBounceCount> {
  const anew = `s.last_at < $3 OR s.last_at < now() - make_interval(days => ${forgetAfterDays})`;
  const { rows } = await pool.query<SoftBounceCount>(
    `INSERT INTO soft_bounces AS s (account_id, address_key, bounces, first_at, last_at)
     SELECT $1, $2, 1, now(), now()
     ON CONFLICT (account_id, address_key) DO UPDATE SET
       bounces = CASE WHEN ${anew} THEN 1 ELSE s.bounces + 1 END,
       first_at = CASE WHEN ${anew} THEN now() ELSE s.first_at END,
       last_at = now()
     RETURNING bounces, first_at AS "firstAt", last_at AS "lastAt", now() AS now`,
    [accountId, addressKey, deliveredAt],
  );
  return rows[0] as SoftBounceCount;
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
    `DELETE FROM soft_bounces WHERE last_at < now() - make_interval(days => ${forgetAfterDays})`,
  );
}
