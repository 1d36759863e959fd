import type { Database } from "../../../platform/db/index.ts";
import type { ClaimedRow } from "./claim.ts";
import type { ClaimLimits } from "./claim-recipients.ts";
import {
  lossAlone,
  lossesOf,
  lossesOfPoison,
  lossesUntilAlone,
  takePicked,
  withEmails,
} from "./claim-sql.ts";
import { type ClaimedRows, type NamedTransaction, type Queries, transactionOf } from "./commit-claim.ts";

/** That may go: `$1` to `$3` are paused accounts, paused lanes and domains without room. */
const isSuspect = `losses > 0 AND due_at <= now() AND ${lossesOf("r")} >= ${lossesUntilAlone}
  AND account_id <> ALL ($1::uuid[]) AND account_id || ' ' || domain <> ALL ($2::text[]) AND domain <> ALL ($3::text[])`;

function heldBack(limits: ClaimLimits) {
  return [limits.pausedAccounts, limits.pausedLanes, closedTo(limits)];
}

/** Domains that are closed for all accounts, in either stream. */
function closedTo({ domains }: ClaimLimits): string[] {
  return domains.filter(({ room, of }) => room <= 0 && !of?.accountId).map(({ domain }) => domain);
}

export async function hasSuspects({ pool }: Database, limits: ClaimLimits): Promise<boolean> {
  const { rows } = await pool.query<{ yes: boolean }>({
    name: "has-suspects",
    text: `SELECT EXISTS (SELECT FROM recipients r WHERE ${isSuspect}) AS yes`,
    values: heldBack(limits),
  });
  return rows[0]?.yes ?? false;
}

/** Claims the email of a suspect with its due recipients, or with all its open ones if it is poison. Call it with nothing else in hand. */
export async function claimSuspect(
  { pool }: Queries,
  { leaseSeconds, limits }: { leaseSeconds: number; limits: ClaimLimits },
): Promise<ClaimedRows> {
  const { rows } = await pool.query<ClaimedRow & NamedTransaction>({
    name: "claim-suspect",
    text: `
      WITH suspect AS (
        SELECT account_id, email_id, losses FROM recipients r
        WHERE ${isSuspect} ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED
      ), picked AS (
        SELECT r.ctid AS tid, r.position, r.state, r.due_at, s.losses
        FROM suspect s JOIN recipients r ON r.account_id = s.account_id AND r.email_id = s.email_id
        WHERE r.due_at <= now() OR (s.losses >= ${lossesOfPoison} AND r.due_at IS NOT NULL AND r.state <> 'sending')
        FOR UPDATE OF r SKIP LOCKED
      ), claimed AS (
        ${takePicked({ losses: `(p.losses / ${lossAlone} + 1) * ${lossAlone}`, lease: "$4" })}
      ), ${withEmails("FROM numbered c", "")}`,
    values: [...heldBack(limits), leaseSeconds],
  });
  return { rows, transactionId: transactionOf(rows) };
}
