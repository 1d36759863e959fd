import type { Database } from "../../../platform/db/index.ts";
import type { RecipientState } from "../../emails/index.ts";
import { type Claim, claimColumns } from "./claim.ts";
import { lossesUntilAlone } from "./claim-sql.ts";

/** Lengthens the leases of attempts that take long; answers for each whether it is still ours. */
export async function renewLeases(
  { pool }: Database,
  claims: Claim[],
  leaseSeconds: number,
): Promise<boolean[]> {
  const { rows } = await pool.query<{ n: number }>({
    text: `UPDATE recipients r SET ready = false, due_at = now() + make_interval(secs => $6)
     FROM unnest($1::integer[], $2::uuid[], $3::uuid[], $4::smallint[], $5::integer[]) AS c (n, account_id, email_id, position, attempt)
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
  /** Its worker died with it. */
  isLost?: boolean;
};

/**
 * Gives back what was claimed and not begun, as it was, so that another worker need not wait for the lease to end. What was found
 * with an ended lease is left so, for it may have arrived. Being claimed alone was charged in advance, which only a loss confirms.
 */
export async function releaseLeases({ pool }: Database, given: GivenBack[]): Promise<boolean[]> {
  const losses = `CASE WHEN c.is_lost THEN r.losses + 1 ELSE least(r.losses, ${lossesUntilAlone}) END`;
  const { rows } = await pool.query<{ n: number }>({
    text: `UPDATE recipients r SET state = c.was, updated_at = now(),
       due_at = now() + CASE WHEN r.losses >= ${lossesUntilAlone} AND NOT c.is_lost THEN interval '${suspectsRest}' ELSE '0' END, ready = ${losses} < ${lossesUntilAlone},
       losses = ${losses} - (c.was = 'sending')::integer
     FROM unnest($1::integer[], $2::uuid[], $3::uuid[], $4::smallint[], $5::integer[], $6::text[], $7::boolean[])
       AS c (n, account_id, email_id, position, attempt, was, is_lost)
     WHERE ${isHeld} RETURNING c.n`,
    values: [
      given.map((_, n) => n),
      ...claimColumns(given.map(({ claim }) => claim)),
      given.map(({ was }) => was),
      given.map(({ isLost }) => isLost ?? false),
    ],
  });
  return areAmong(rows, given);
}

/** Of what was claimed alone and has lasted so long that it is not what ends workers: whoever has it in hand next need not be alone. */
export async function forgiveLosses({ pool }: Database, claims: Claim[]): Promise<void> {
  await pool.query({
    text: `UPDATE recipients r SET losses = 0
     FROM unnest($1::uuid[], $2::uuid[], $3::smallint[], $4::integer[]) AS c (account_id, email_id, position, attempt) WHERE ${isHeld}`,
    values: claimColumns(claims),
  });
}

const isHeld = `r.account_id = c.account_id AND r.email_id = c.email_id AND r.position = c.position
       AND r.attempt = c.attempt AND r.state = 'sending'`;

function areAmong(rows: { n: number }[], given: unknown[]): boolean[] {
  const touched = new Set(rows.map(({ n }) => n));
  return given.map((_, n) => touched.has(n));
}
