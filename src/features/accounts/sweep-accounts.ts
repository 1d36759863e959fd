import type { Database } from "../../platform/db/index.ts";
import { deleteOldKeyHours } from "./keys/brake/queries.ts";
import { deleteExpiredSessions } from "./sessions/queries.ts";
import { deleteDrainedCounters } from "./throttle/counters.ts";

/** Removes what time has made meaningless: expired sessions, attempts that are forgiven, and what keys did long ago. */
export async function sweepAccounts(database: Database): Promise<void> {
  await deleteExpiredSessions(database);
  await deleteDrainedCounters(database);
  await deleteOldKeyHours(database);
}
