import { setTimeout as sleep } from "node:timers/promises";
import { type Database, isRolledBack, isUnavailable } from "../../../platform/db/index.ts";
import type { ClaimedRow } from "./claim.ts";

/** pg_stat_activity shows the last statement of an idle connection. The comment shows operators that it belongs to a worker's claims. */
const COMMIT_CLAIM = "COMMIT /* claim */";

/** The delay between queries to an unavailable database. */
const ASK_AGAIN_MS = 200;

/** `transactionId` is null if nothing was claimed. */
export type ClaimedRows<Email> = { rows: ClaimedRow<Email>[]; transactionId: string | null };

/** The first row of each email contains the transaction id. */
export type NamedTransaction = { transaction_id: string | null };

export function transactionOf(rows: NamedTransaction[]): string | null {
  return rows.find(({ transaction_id }) => transaction_id !== null)?.transaction_id ?? null;
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
  isStopping: () => boolean;
};

/**
 * Claims in a transaction: the rows are received and written to the journal before the claim is committed. If a connection breaks or a
 * worker is killed at any moment, no committed claim is unknown to all processes. The recipients of such a claim would wait until their
 * leases expire, and count a crash.
 */
export async function commitClaim<Claimed extends { transactionId: string | null }>(
  { database, recordInJournal, removeFromJournal, isStopping }: Options<Claimed>,
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
        : await wasCommitted(database, claimed.transactionId, isStopping);
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
  transactionId: string | null,
  isStopping: () => boolean,
): Promise<boolean | null> {
  if (transactionId === null) return false;
  for (;;) {
    try {
      const { rows } = await pool.query<{ status: string | null }>(
        "SELECT pg_xact_status($1::xid8) AS status",
        [transactionId],
      );
      const status = rows[0]?.status;
      if (status !== "in progress") return status === "committed";
    } catch (error) {
      // A server that replaced the first may lack the newest transactions; then the claim does not exist.
      if (!isUnavailable(error)) return false;
    }
    if (isStopping()) return null;
    await sleep(ASK_AGAIN_MS);
  }
}
