import type { Database } from "../../platform/db/index.ts";
import { sweepQueueMinutes } from "./minutes/queries.ts";
import { deleteEndedPauses } from "./pauses/queries.ts";

/** Removes ended pauses, and counts that are too old for charts and alerts. */
export async function sweepQueue(database: Database): Promise<void> {
  await deleteEndedPauses(database);
  await sweepQueueMinutes(database);
}
