import type { Database } from "../../../platform/db/index.ts";
import { clearOldTranscripts } from "../../recipients/index.ts";
import { deleteOldContents } from "./queries.ts";

/** Retries go on for three days; a day more for clocks and zones. */
const graceDays = 4;
const batchSize = 1_000;

/** Removes contents and transcripts that are older than their account keeps; the emails' other data stays. */
export async function sweepContents(database: Database): Promise<void> {
  let removed = batchSize;
  while (removed === batchSize) removed = await deleteOldContents(database, { graceDays, limit: batchSize });
  while ((await clearOldTranscripts(database, batchSize)) === batchSize);
}
