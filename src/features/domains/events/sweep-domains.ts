import type { Database } from "../../../platform/db/index.ts";
import { firstIdAt } from "../../../platform/ids/index.ts";
import { deleteEventsBefore } from "./queries.ts";

const KEEP_MS = 180 * 86_400_000;
/** Keeps transactions short, so that others need not wait for them. */
const BATCH_ROWS = 10_000;

/** Deletes domain events that are older than 180 days. */
export async function sweepDomains(database: Database, now = Date.now()): Promise<void> {
  const oldest = firstIdAt(new Date(now - KEEP_MS));
  while ((await deleteEventsBefore(database, oldest, BATCH_ROWS)) === BATCH_ROWS);
}
