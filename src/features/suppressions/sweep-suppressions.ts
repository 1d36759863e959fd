import type { Database } from "../../platform/db/index.ts";
import { sweepExpired } from "./queries.ts";
import { sweepRemovals } from "./removals/sweep-removals.ts";
import { sweepSoftBounces } from "./soft-bounces/queries.ts";

/** Deletes expired suppressions and outdated soft bounces, and finishes removals whose caller stopped calling. */
export async function sweepSuppressions(database: Database): Promise<void> {
  await sweepExpired(database);
  await sweepSoftBounces(database);
  await sweepRemovals(database);
}
