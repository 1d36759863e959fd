import type { Database } from "../../platform/db/index.ts";
import { deleteOldNotes } from "./direct/queries.ts";
import { deleteOldDestinationHosts } from "./direct/throttles/queries.ts";
import { deleteOldThrottles } from "./throttles/queries.ts";

/** Removes what was learnt of destinations and is of no use any more. */
export async function sweepDelivery(database: Database): Promise<void> {
  await deleteOldNotes(database);
  await deleteOldThrottles(database);
  await deleteOldDestinationHosts(database);
}
