import type { Database } from "../../../platform/db/index.ts";
import { clearOldTranscripts } from "../../recipients/index.ts";
import { deleteOldContents } from "./queries.ts";

/** Retries last three days; one more day allows for clock and time zone differences. */
const GRACE_DAYS = 4;
const BATCH_SIZE = 1_000;

/** Deletes contents and transcripts that are older than the account's retention time. Other data of the emails is kept. */
export async function sweepContents(database: Database): Promise<void> {
  let removed = BATCH_SIZE;
  while (removed === BATCH_SIZE)
    removed = await deleteOldContents(database, { graceDays: GRACE_DAYS, limit: BATCH_SIZE });
  while ((await clearOldTranscripts(database, BATCH_SIZE)) === BATCH_SIZE);
}
