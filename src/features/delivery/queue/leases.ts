import type { Database } from "../../../platform/db/index.ts";
import type { RecipientState } from "../../emails/index.ts";
import { type Claim, claimColumns } from "./claim.ts";
import { lossAlone, lossesUntilAlone } from "./claim-sql.ts";

/** Lengthens the leases of attempts that take long; answers for each whether it is still ours. */
export async function renewLeases(
  { pool }: Database,
  claims: Claim[],
  leaseSeconds: number,
): Promise<boolean[]> {
  const { rows } = await pool.query<{ n: number }>({
    text: `UPDATE recipients r SET ready = false, due_at = now() + make_interval(secs => $6)
     FROM unnest($1::integer[], $2::uuid[], $3::uuid[], $4::smallint[], $5::integer[]) AS c (n, account_id, email_id, position, lease)
     WHERE ${isHeld} RETURNING c.n`,
    values: [claims.map((_, n) => n), ...claimColumns(claims), leaseSeconds],
  });
  return areAmong(rows, claims);
}

/** A suspect that could not go is not tried again at once, for its turn keeps all other mail waiting. */
const suspectsRest = "30 s";

export type GivenBack = {
  claim: Claim;
  /** The state that it was claimed from. */
  was: RecipientState;
  /** Its place in its lane before the claim, in seconds since 1970; null: nobody knows, so it is due now. */
  dueAt: number | null;
  /** It sleeps this long first, because trying it at once would end the same way. */
  restSeconds?: number;
  /** Its worker died with it. */
  isLost?: boolean;
};

/**
 * Gives back recipients that were claimed and not tried, as they were: the same state, the same place in the lane, the same number of
 * attempts. Only the lease number stays, because it is the fencing token. A recipient that was found with an ended lease keeps that
 * state, because it may have arrived. Being claimed alone was charged in advance, which only a loss confirms.
 */
export async function releaseLeases({ pool }: Database, given: GivenBack[]): Promise<boolean[]> {
  const losses = `CASE WHEN c.is_lost THEN r.losses + 1 WHEN r.losses >= ${2 * lossAlone} THEN r.losses - ${lossAlone}
    ELSE least(r.losses, ${lossesUntilAlone}) END`;
  const { rows } = await pool.query<{ n: number }>({
    text: `UPDATE recipients r SET state = c.was, updated_at = now(),
       due_at = CASE WHEN r.losses >= ${lossesUntilAlone} AND NOT c.is_lost THEN now() + interval '${suspectsRest}'
         WHEN c.rest_seconds > 0 THEN now() + make_interval(secs => c.rest_seconds) ELSE coalesce(to_timestamp(c.due_at), now()) END,
       ready = c.rest_seconds = 0 AND ${losses} < ${lossesUntilAlone},
       losses = ${losses} - (c.was = 'sending')::integer
     FROM unnest($1::integer[], $2::uuid[], $3::uuid[], $4::smallint[], $5::integer[], $6::text[], $7::boolean[], $8::float8[],
       $9::float8[]) AS c (n, account_id, email_id, position, lease, was, is_lost, due_at, rest_seconds)
     WHERE ${isHeld} RETURNING c.n`,
    values: [
      given.map((_, n) => n),
      ...claimColumns(given.map(({ claim }) => claim)),
      given.map(({ was }) => was),
      given.map(({ isLost }) => isLost ?? false),
      given.map(({ dueAt }) => dueAt),
      given.map(({ restSeconds }) => restSeconds ?? 0),
    ],
  });
  return areAmong(rows, given);
}

/** Of what was claimed alone and has lasted so long that it is not what ends workers: whoever has it in hand next need not be alone. */
export async function forgiveLosses({ pool }: Database, claims: Claim[]): Promise<void> {
  await pool.query({
    text: `UPDATE recipients r SET losses = 0
     FROM unnest($1::uuid[], $2::uuid[], $3::smallint[], $4::integer[]) AS c (account_id, email_id, position, lease) WHERE ${isHeld}`,
    values: claimColumns(claims),
  });
}

const isHeld = `r.account_id = c.account_id AND r.email_id = c.email_id AND r.position = c.position
       AND r.lease = c.lease AND r.state = 'sending'`;

function areAmong(rows: { n: number }[], given: unknown[]): boolean[] {
  const touched = new Set(rows.map(({ n }) => n));
  return given.map((_, n) => touched.has(n));
}
