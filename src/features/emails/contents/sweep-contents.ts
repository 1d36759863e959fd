import type { Database } from "../../../platform/db/index.ts";
import { deleteOldContents } from "./queries.ts";

/** Retries go on for three days; a day more for clocks and zones. */
const graceDays = 4;
const batchSize = 1_000;

/** Removes what is older than its account keeps; the email's other data stays. */
export async function sweepContents(database: Database): Promise<void> {
  let removed = batchSize;
  while (removed === batchSize) removed = await deleteOldContents(database, { graceDays, limit: batchSize });
}
