import type { Database } from "../../../platform/db/index.ts";
import { deleteExpiredKeys, deleteOldUsage } from "./queries.ts";

/** Removes Idempotency-Keys after their 24 hours, and the quota counts of days that are over. */
export async function sweepAccepting(database: Database): Promise<void> {
  await deleteExpiredKeys(database);
  await deleteOldUsage(database);
}
