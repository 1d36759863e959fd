import type { Database } from "../../../platform/db/index.ts";
import { firstIdAt } from "../../../platform/ids/index.ts";
import { deleteEventsBefore } from "./queries.ts";

const keptMs = 180 * 86_400_000;
/** Short transactions: nothing waits for them. */
const rowsAtOnce = 10_000;

/** Removes events of all accounts that are older than half a year. */
export async function sweepDomains(database: Database, now = Date.now()): Promise<void> {
  const oldest = firstIdAt(new Date(now - keptMs));
  while ((await deleteEventsBefore(database, oldest, rowsAtOnce)) === rowsAtOnce);
}
