import { setTimeout as sleep } from "node:timers/promises";
import { type Database, isRolledBack, isUnavailable } from "../../../platform/db/index.ts";
import type { ClaimedRow } from "./claim.ts";

/** pg_stat_activity shows the last statement of an idle connection. The comment shows operators that it belongs to a worker's claims. */
const COMMIT_CLAIM = "COMMIT /* claim */";

/** Between questions to a database that is away. */
const ASK_AGAIN_MS = 200;

/** `transactionId`: null where nothing was claimed. */
export type ClaimedRows<Email> = { rows: ClaimedRow<Email>[]; transactionId: string | null };

/** The first row of each email names the transaction. */
export type NamedTransaction = { transaction_id: string | null };

export function transactionOf(rows: NamedTransaction[]): string | null {
  return rows.find(({ transaction_id }) => transaction_id !== null)?.transaction_id ?? null;
}

/** Runs statements: a pool, or one connection of it. */
export type Queries = { pool: Pick<Database["pool"], "query"> };

/** The claim is rolled back, because the journal cannot be written. */
export class ClaimNotNoted extends Error {
  constructor() {
    super("could not note the claim in the journal");
  }
}

type Options<Claimed> = {
  database: Database;
  /** Writes the claim into the journal. False: that failed, and the claim is rolled back. */
  note: (claimed: Claimed) => Promise<boolean>;
  /** Takes it out of the journal again, because it was rolled back. */
  forget: () => void;
  isStopping: () => boolean;
};

/**
 * Claims in a transaction: the rows arrive here and are in the journal before the claim is committed. So a connection that breaks at any
 * moment, or a worker that is killed, leaves no claim behind that no process knows of. Its recipients would wait until their leases
 * expire, and count a crash.
 */
export async function commitClaim<Claimed extends { transactionId: string | null }>(
  { database, note, forget, isStopping }: Options<Claimed>,
  claim: (queries: Queries) => Promise<Claimed>,
): Promise<Claimed> {
  const client = await database.pool.connect();
  let isCommitted: boolean | null = false;
  try {
    await client.query("BEGIN");
    const claimed = await claim({ pool: client as never });
    if (!(await note(claimed))) throw new ClaimNotNoted();
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
    // Null: this process stops and does not know. The journal names the claims, and the next process gives them back.
    if (isCommitted === false) forget();
    throw error;
  }
}

/** After the answer to COMMIT was lost. Null: unknown, and there is no time left to ask. */
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
      // A server that took the place of the first may not have got so far: then the claim is not there.
      if (!isUnavailable(error)) return false;
    }
    if (isStopping()) return null;
    await sleep(ASK_AGAIN_MS);
  }
}
