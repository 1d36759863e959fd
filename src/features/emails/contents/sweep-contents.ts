import type { Database } from "../../../platform/db/index.ts";
import { clearOldTranscripts } from "../../recipients/index.ts";
import { deleteOldContents, findLateAccounts, keepOpenContents } from "./queries.ts";

/** Retries last three days by default; one more day allows for clock and time zone differences. */
const GRACE_DAYS = 4;
const BATCH_SIZE = 1_000;

/**
 * Deletes contents and transcripts that are older than the account's retention time. Other data of the emails is kept, and so are the
 * contents of open mail.
 */
export async function sweepContents(database: Database): Promise<void> {
  // Found once: the contents of an account that was late must not be deleted later in this sweep, because they were not marked.
  const accounts = { graceDays: GRACE_DAYS, late: await findLateAccounts(database) };
  await keepOpenContents(database, accounts);
  let removed = BATCH_SIZE;
  while (removed === BATCH_SIZE)
    removed = await deleteOldContents(database, { ...accounts, limit: BATCH_SIZE });
  while ((await clearOldTranscripts(database, BATCH_SIZE)) === BATCH_SIZE);
}
