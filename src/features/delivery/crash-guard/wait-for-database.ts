import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../../../platform/db/index.ts";

/** Interval between checks while the database is unavailable. */
const RETRY_MS = 200;
/** After an outage, other workers get this time to settle their results before their leases count as expired. */
export const GRACE_AFTER_OUTAGE_MS = 3_000;

/** Waits until the database is back, and for a grace period; or until the caller gives up. */
export async function waitForDatabase({ pool }: Database, isGivenUp: () => boolean): Promise<void> {
  let reachable = false;
  while (!reachable && !isGivenUp()) {
    await sleep(RETRY_MS);
    reachable = await pool.query("SELECT 1").then(
      () => true,
      () => false,
    );
  }
  if (!isGivenUp()) await sleep(GRACE_AFTER_OUTAGE_MS);
}
