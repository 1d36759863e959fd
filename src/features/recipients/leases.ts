import type { Database } from "../../platform/db/index.ts";
import { type Claim, claimColumns } from "./claims/claim.ts";
import { RESET_CRASHES, releaseCrashes } from "./crash-counts.ts";
import type { RecipientState } from "./states.ts";

/** Lengthens the leases of attempts that take long. Returns for each claim whether it is still ours. */
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

/** A quarantined email that could not go is not claimed again at once, because all other mail waits while it is claimed alone. */
const QUARANTINE_REST = "30 s";

export type GivenBack = {
  claim: Claim;
  /** The state in which it was claimed. */
  was: RecipientState;
  /** Its place in its partition before the claim, in seconds since 1970; null: unknown, so it is due now. */
  dueAt: number | null;
  /** It is due only after this, because trying it at once would end the same way. */
  cooldownSeconds?: number;
  /** Its worker crashed with it. */
  isCrash?: boolean;
};

/**
 * Gives back recipients that were claimed and not tried, as they were: the same state, the same place in the partition, the same number
 * of attempts. Only the lease number stays, because it is the fencing token. A recipient that was found with an expired lease keeps that
 * state, because it may have arrived.
 */
export async function releaseLeases({ pool }: Database, given: GivenBack[]): Promise<boolean[]> {
  const crashes = releaseCrashes("r", { crashed: "c.is_crash", previousState: "c.was" });
  const { rows } = await pool.query<{ n: number }>({
    text: `UPDATE recipients r SET state = c.was, updated_at = now(),
       due_at = CASE WHEN ${crashes.wasQuarantined} AND NOT c.is_crash THEN now() + interval '${QUARANTINE_REST}'
         WHEN c.rest_seconds > 0 THEN now() + make_interval(secs => c.rest_seconds) ELSE coalesce(to_timestamp(c.due_at), now()) END,
       ready = c.rest_seconds = 0 AND ${crashes.isReady},
       ${crashes.set}
     FROM unnest($1::integer[], $2::uuid[], $3::uuid[], $4::smallint[], $5::integer[], $6::text[], $7::boolean[], $8::float8[],
       $9::float8[]) AS c (n, account_id, email_id, position, lease, was, is_crash, due_at, rest_seconds)
     WHERE ${IS_HELD} RETURNING c.n`,
    values: [
      given.map((_, n) => n),
      ...claimColumns(given.map(({ claim }) => claim)),
      given.map(({ was }) => was),
      given.map(({ isCrash }) => isCrash ?? false),
      given.map(({ dueAt }) => dueAt),
      given.map(({ cooldownSeconds }) => cooldownSeconds ?? 0),
    ],
  });
  return areAmong(rows, given);
}

/** Resets the crash counts of recipients that ran alone for so long that they are not what crashes workers. */
export async function resetCrashCounts({ pool }: Database, claims: Claim[]): Promise<void> {
  await pool.query({
    text: `UPDATE recipients r SET ${RESET_CRASHES}
     FROM unnest($1::uuid[], $2::uuid[], $3::smallint[], $4::integer[]) AS c (account_id, email_id, position, lease) WHERE ${IS_HELD}`,
    values: claimColumns(claims),
  });
}

const IS_HELD = `r.account_id = c.account_id AND r.email_id = c.email_id AND r.position = c.position
       AND r.lease = c.lease AND r.state = 'sending'`;

function areAmong(rows: { n: number }[], given: unknown[]): boolean[] {
  const touched = new Set(rows.map(({ n }) => n));
  return given.map((_, n) => touched.has(n));
}
