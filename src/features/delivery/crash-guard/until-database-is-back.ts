import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../../../platform/db/index.ts";

/** Between looks at a database that is away. */
const RETRY_MS = 200;
/** After an outage, results that others still hold must be settled before their leases are taken for dead. */
export const GRACE_AFTER_OUTAGE_MS = 3_000;

/** Waits until the database answers, and a little longer; or until nobody waits any more. */
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
