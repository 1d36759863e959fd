import type { Database } from "../../platform/db/index.ts";
import { type Claim, claimColumns } from "./claims/claim.ts";
import { RESET_CRASHES, releaseCrashes } from "./crash-counts.ts";
import type { RecipientState } from "./states.ts";

/** Renews the leases of long attempts. Returns for each claim whether this worker still holds it. */
export async function renewLeases(
  { pool }: Database,
  claims: Claim[],
  leaseSeconds: number,
): Promise<boolean[]> {
  const { rows } = await pool.query<{ n: number }>({
    text: `UPDATE recipients r SET ready = false, due_at = now() + make_interval(secs => $6)
     FROM unnest($1::integer[], $2::uuid[], $3::uuid[], $4::smallint[], $5::integer[]) AS c (n, account_id, email_id, position, lease)
     WHERE ${IS_HELD} RETURNING c.n`,
    values: [claims.map((_, n) => n), ...claimColumns(claims), leaseSeconds],
  });
  return areAmong(rows, claims);
}

/** The cooldown of a quarantined email that could not be tried, because all other mail waits while it is claimed alone. */
const QUARANTINE_COOLDOWN = "30 s";

export type GivenBack = {
  claim: Claim;
  /** The state in which it was claimed. */
  previousState: RecipientState;
  /** Its place in its partition before the claim, in seconds since 1970; null: unknown, so it is due now. */
  dueAt: number | null;
  /** It is due only after this time, because an immediate attempt would fail in the same way. */
  cooldownSeconds?: number;
  /** Its worker crashed with it. */
  isCrash?: boolean;
};

/**
 * Returns claimed recipients that were not tried to the queue, with their previous state, place in the partition and number of attempts.
 * Only the lease number stays, because it is the fencing token. A recipient that was claimed after its lease expired stays `sending`,
 * because it may have arrived.
 */
export async function releaseLeases({ pool }: Database, returned: GivenBack[]): Promise<boolean[]> {
  const crashes = releaseCrashes("r", { crashed: "c.is_crash", previousState: "c.previous_state" });
  const { rows } = await pool.query<{ n: number }>({
    text: `UPDATE recipients r SET state = c.previous_state, updated_at = now(),
       due_at = CASE WHEN ${crashes.wasQuarantined} AND NOT c.is_crash THEN now() + interval '${QUARANTINE_COOLDOWN}'
         WHEN c.cooldown_seconds > 0 THEN now() + make_interval(secs => c.cooldown_seconds) ELSE coalesce(to_timestamp(c.due_at), now()) END,
       ready = c.cooldown_seconds = 0 AND ${crashes.isReady},
       ${crashes.set}
     FROM unnest($1::integer[], $2::uuid[], $3::uuid[], $4::smallint[], $5::integer[], $6::text[], $7::boolean[], $8::float8[],
       $9::float8[]) AS c (n, account_id, email_id, position, lease, previous_state, is_crash, due_at, cooldown_seconds)
     WHERE ${IS_HELD} RETURNING c.n`,
    values: [
      returned.map((_, n) => n),
      ...claimColumns(returned.map(({ claim }) => claim)),
      returned.map(({ previousState }) => previousState),
      returned.map(({ isCrash }) => isCrash ?? false),
      returned.map(({ dueAt }) => dueAt),
      returned.map(({ cooldownSeconds }) => cooldownSeconds ?? 0),
    ],
  });
  return areAmong(rows, returned);
}

/** Resets the crash counts of recipients that ran alone long enough to show that they do not crash workers. */
export async function resetCrashCounts({ pool }: Database, claims: Claim[]): Promise<void> {
  await pool.query({
    text: `UPDATE recipients r SET ${RESET_CRASHES}
     FROM unnest($1::uuid[], $2::uuid[], $3::smallint[], $4::integer[]) AS c (account_id, email_id, position, lease) WHERE ${IS_HELD}`,
    values: claimColumns(claims),
  });
}

const IS_HELD = `r.account_id = c.account_id AND r.email_id = c.email_id AND r.position = c.position
       AND r.lease = c.lease AND r.state = 'sending'`;

function areAmong(rows: { n: number }[], returned: unknown[]): boolean[] {
  const touched = new Set(rows.map(({ n }) => n));
  return returned.map((_, n) => touched.has(n));
}
