import type { Database } from "../../../platform/db/index.ts";
import { deleteExpiredKeys, deleteOldUsage } from "./queries.ts";

const rowsAtOnce = 10_000;

/** Removes Idempotency-Keys after their 24 hours, and the quota counts of days that are over. */
export async function sweepAccepting(database: Database): Promise<void> {
  while ((await deleteExpiredKeys(database, rowsAtOnce)) === rowsAtOnce);
  await deleteOldUsage(database);
}
