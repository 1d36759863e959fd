import type { Database } from "../../platform/db/index.ts";
import { deleteOldDestinationHosts } from "./direct/providers/queries.ts";
import { deleteOldDirectData } from "./direct/queries.ts";
import { deleteOldThrottles } from "./throttles/queries.ts";

/** Deletes learned data about destinations that is out of date. */
export async function sweepDelivery(database: Database): Promise<void> {
  await deleteOldDirectData(database);
  await deleteOldThrottles(database);
  await deleteOldDestinationHosts(database);
}
