import type { Database } from "../../platform/db/index.ts";
import { firstIdAt } from "../../platform/ids/index.ts";
import { deleteRequestsBefore } from "./queries.ts";

const keptMs = 7 * 86_400_000;
/** Rows per statement: few enough that no other statement waits long. */
const rowsAtOnce = 10_000;

/** Deletes requests of all accounts that are older than seven days. */
export async function sweepRequests(database: Database, now = Date.now()): Promise<void> {
  const oldest = firstIdAt(new Date(now - keptMs));
  while ((await deleteRequestsBefore(database, oldest, rowsAtOnce)) === rowsAtOnce);
}
