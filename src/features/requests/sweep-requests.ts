import type { Database } from "../../platform/db/index.ts";
import { firstIdAt } from "../../platform/ids/index.ts";
import { deleteRequestsBefore } from "./queries.ts";

const KEPT_MS = 7 * 86_400_000;
/** Rows per statement: few enough that no other statement waits long. */
const ROWS_AT_ONCE = 10_000;

/** Deletes requests of all accounts that are older than seven days. */
export async function sweepRequests(database: Database, now = Date.now()): Promise<void> {
  const oldest = firstIdAt(new Date(now - KEPT_MS));
  while ((await deleteRequestsBefore(database, oldest, ROWS_AT_ONCE)) === ROWS_AT_ONCE);
}
