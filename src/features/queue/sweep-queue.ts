import type { Database } from "../../platform/db/index.ts";
import { sweepQueueMinutes } from "./minutes/queries.ts";
import { deleteEndedPauses } from "./pauses/queries.ts";

/** Removes pauses that are over, and minutes that are too old to be drawn. */
export async function sweepQueue(database: Database): Promise<void> {
  await deleteEndedPauses(database);
  await sweepQueueMinutes(database);
}
