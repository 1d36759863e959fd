import type { Database } from "../../../platform/db/index.ts";
import {
  crashColumns,
  hasCrashes,
  isPoison,
  isQuarantined,
  setCrashesWhenClaimedAlone,
} from "../crash-counts.ts";
import type { ClaimedRow, EmailSql } from "./claim.ts";
import { type ClaimLimits, isClosedForAll } from "./claim-limits.ts";
import { takePicked, withEmails } from "./claim-sql.ts";
import { type ClaimedRows, type Queries, type TransactionColumns, transactionOf } from "./commit-claim.ts";

/**
 * The condition on a quarantined row that is due and may be claimed. `$1` to `$3` are paused accounts, paused domains of accounts, and
 * domains without capacity. The index `recipients_crashed` has only rows with crashes, in the order of `due_at`.
 */
const isClaimable = `${hasCrashes("r")} AND due_at <= now() AND ${isQuarantined("r")}
  AND account_id <> ALL ($1::uuid[]) AND account_id || ' ' || domain <> ALL ($2::text[]) AND domain <> ALL ($3::text[])`;

function limitParameters({ pausedAccounts, pausedAccountDomains, domains }: ClaimLimits) {
  const closed = domains.filter(isClosedForAll).map(({ domain }) => domain);
  return [pausedAccounts, pausedAccountDomains, closed];
}

export async function hasQuarantined({ pool }: Database, limits: ClaimLimits): Promise<boolean> {
  const { rows } = await pool.query<{ yes: boolean }>({
    name: "has-quarantined",
    text: `SELECT EXISTS (SELECT FROM recipients r WHERE ${isClaimable}) AS yes`,
    values: limitParameters(limits),
  });
  return rows[0]?.yes ?? false;
}

/**
 * Claims one quarantined email: its due recipients, or all open ones if it is poison. Call it while the worker holds no other mail,
 * so that a crash is certainly this email's.
 */
export async function claimQuarantined<Email>(
  { pool }: Queries,
  { leaseSeconds, limits, email }: { leaseSeconds: number; limits: ClaimLimits; email: EmailSql },
): Promise<ClaimedRows<Email>> {
  const { rows } = await pool.query<ClaimedRow<Email> & TransactionColumns>({
    name: "claim-quarantined",
    text: `
      WITH quarantined AS (
        -- The recipient that has been due longest: one probe of the index of rows with crashes.
        SELECT account_id, email_id, ${crashColumns("r")} FROM recipients r
        WHERE ${isClaimable} ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED
      ), picked AS (
        -- The recipients of its email, by key.
        SELECT r.ctid AS tid, r.position, r.state, r.due_at, ${crashColumns("q")}
        FROM quarantined q JOIN recipients r ON r.account_id = q.account_id AND r.email_id = q.email_id
        WHERE r.due_at <= now() OR (${isPoison("q")} AND r.due_at IS NOT NULL AND r.state <> 'sending')
        FOR UPDATE OF r SKIP LOCKED
      ), claimed AS (
        -- Counts a crash in advance; see crash-counts.ts.
        ${takePicked({ setCrashes: setCrashesWhenClaimedAlone("p"), picked: "picked", lease: "$4" })}
      ), ${withEmails(email, { from: "FROM numbered c", more: "" })}`,
    values: [...limitParameters(limits), leaseSeconds],
  });
  return { rows, transaction: transactionOf(rows) };
}
