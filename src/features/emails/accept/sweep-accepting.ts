import type { Database } from "../../../platform/db/index.ts";
import { deleteExpiredKeys, deleteOldUsage } from "./queries.ts";

const ROWS_AT_ONCE = 10_000;

/** Deletes Idempotency-Keys after 24 hours, and the quota counts of past days. */
export async function sweepAccepting(database: Database): Promise<void> {
  while ((await deleteExpiredKeys(database, ROWS_AT_ONCE)) === ROWS_AT_ONCE);
  await deleteOldUsage(database);
}
