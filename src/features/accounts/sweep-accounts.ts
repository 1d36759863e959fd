import type { Database } from "../../platform/db/index.ts";
import { deleteExpiredSessions } from "./sessions/queries.ts";
import { deleteDrainedCounters } from "./throttle/counters.ts";

/** Removes what time has made meaningless: expired sessions, and attempts that are forgiven. */
export async function sweepAccounts(database: Database): Promise<void> {
  await deleteExpiredSessions(database);
  await deleteDrainedCounters(database);
}
