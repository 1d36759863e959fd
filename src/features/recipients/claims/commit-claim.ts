import { setTimeout as sleep } from "node:timers/promises";
import { type Database, isDataError, isRolledBack } from "../../../platform/db/index.ts";
import { type ClaimedRow, claimColumns } from "./claim.ts";

/** pg_stat_activity shows the last statement of an idle connection. The comment shows operators that it belongs to a worker's claims. */
const COMMIT_CLAIM = "COMMIT /* claim */";

/** The delay between queries to an unavailable database. */
const ASK_AGAIN_MS = 200;

/** `transaction` is null if nothing was claimed. */
export type ClaimedRows<Email> = { rows: ClaimedRow<Email>[]; transaction: ClaimTransaction | null };

/** `takenAt`: the start of the transaction by the database's clock, as text. The rows have it as `updated_at` until they are settled or given back. */
export type ClaimTransaction = { id: string; takenAt: string };

/** Only the first row of each email contains them. */
export type TransactionColumns = { transaction_id: string | null; taken_at: string | null };

export function transactionOf(rows: TransactionColumns[]): ClaimTransaction | null {
  for (const { transaction_id: id, taken_at: takenAt } of rows)
    if (id !== null && takenAt !== null) return { id, takenAt };
  return null;
}

/** A pool, or one connection of it. */
export type Queries = { pool: Pick<Database["pool"], "query"> };

/** The claim is rolled back, because the journal cannot be written. */
export class ClaimNotRecorded extends Error {
  constructor() {
    super("could not write the claim to the journal, so it was rolled back");
  }
}

type Options<Claimed> = {
  database: Database;
  /** Writes the claim to the journal. On false, the write failed and the claim is rolled back. */
  recordInJournal: (claimed: Claimed) => Promise<boolean>;
  /** Removes the claim from the journal, because it was rolled back. */
  removeFromJournal: () => void;
  /** Called with the first error if the database does not say whether the claim was committed. It is asked again until it does. */
  onUnknown: (error: unknown) => void;
  isStopping: () => boolean;
};

/**
 * Claims in a transaction: the rows are received and written to the journal before the claim is committed. If a connection breaks or a
 * worker is killed at any moment, no committed claim is unknown to all processes. The recipients of such a claim would wait until their
 * leases expire, and count a crash.
 */
export async function commitClaim<Claimed extends ClaimedRows<unknown>>(
  { database, recordInJournal, removeFromJournal, onUnknown, isStopping }: Options<Claimed>,
  claim: (queries: Queries) => Promise<Claimed>,
): Promise<Claimed> {
  const client = await database.pool.connect();
  let isCommitted: boolean | null = false;
  try {
    await client.query("BEGIN");
    const claimed = await claim({ pool: client as never });
    if (!(await recordInJournal(claimed))) throw new ClaimNotRecorded();
    try {
      await client.query(COMMIT_CLAIM);
    } catch (error) {
      isCommitted = isRolledBack(error)
        ? false
        : await wasCommitted(database, claimed, { onUnknown, isStopping });
      if (isCommitted !== true) throw error;
      client.release(true);
      return claimed;
    }
    isCommitted = true;
    client.release();
    return claimed;
  } catch (error) {
    client.release(true);
    // Null: this process stops without knowing. The journal names the claims, and the next process returns them to the queue.
    if (isCommitted === false) removeFromJournal();
    throw error;
  }
}

/** Called after the result of COMMIT was lost. Null: unknown, and there is no time left to query. */
async function wasCommitted(
  { pool }: Database,
  { rows, transaction }: ClaimedRows<unknown>,
  { onUnknown, isStopping }: Pick<Options<never>, "onUnknown" | "isStopping">,
): Promise<boolean | null> {
  if (transaction === null) return false;
  let isReported = false;
  for (;;) {
    try {
      if (!(await isInProgress(pool, transaction))) return await areTaken(pool, rows, transaction);
    } catch (error) {
      // A server that replaced the first may lack the newest transactions; then the claim does not exist. Any other error is no answer.
      if (isDataError(error)) return false;
      if (!isReported) onUnknown(error);
      isReported = true;
    }
    if (isStopping()) return null;
    await sleep(ASK_AGAIN_MS);
  }
}

async function isInProgress(pool: Queries["pool"], { id }: ClaimTransaction): Promise<boolean> {
  const { rows } = await pool.query<{ yes: boolean | null }>(
    "SELECT pg_xact_status($1::xid8) = 'in progress' AS yes",
    [id],
  );
  return rows[0]?.yes ?? false;
}

/**
 * Whether the database has this claim of the rows. The status of the transaction is no proof: after a crash, PostgreSQL gives the numbers
 * of transactions that it has lost to others, and a row may have been claimed again with the same lease number.
 */
async function areTaken(
  pool: Queries["pool"],
  claimed: ClaimedRow<unknown>[],
  { takenAt }: ClaimTransaction,
): Promise<boolean> {
  const claims = claimed.map(({ account_id, email_id, position, lease }) => ({
    accountId: account_id,
    emailId: email_id,
    position,
    lease,
  }));
  const { rows } = await pool.query<{ yes: boolean }>(
    `SELECT EXISTS (
       SELECT FROM unnest($1::uuid[], $2::uuid[], $3::smallint[], $4::integer[]) AS c (account_id, email_id, position, lease)
       JOIN recipients r USING (account_id, email_id, position)
       WHERE r.lease = c.lease AND r.state = 'sending' AND r.updated_at = $5::timestamptz
     ) AS yes`,
    [...claimColumns(claims), takenAt],
  );
  return rows[0]?.yes ?? false;
}
