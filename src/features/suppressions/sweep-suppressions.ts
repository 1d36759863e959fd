import type { Database } from "../../platform/db/index.ts";
import { sweepExpired } from "./queries.ts";
import { sweepRemovals } from "./removals/sweep-removals.ts";
import { sweepSoftBounces } from "./soft-bounces/queries.ts";

/** Removes what has expired and refusals that say nothing any more, and finishes removals whose caller left. */
export async function sweepSuppressions(database: Database): Promise<void> {
  await sweepExpired(database);
  await sweepSoftBounces(database);
  await sweepRemovals(database);
}
