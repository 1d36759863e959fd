import type { Database } from "../platform/db/index.ts";
import type { Logger } from "../platform/telemetry/index.ts";
import type { UsedFeature } from "./features.ts";

type SweepOptions = { database: Database; log: Logger; features: readonly Pick<UsedFeature, "cleanup">[] };

/** Removes expired rows of all features. A failure of one feature does not stop the others. Never rejects. */
export async function sweep({ database, log, features }: SweepOptions): Promise<void> {
  for (const { cleanup = {} } of features)
    for (const [what, remove] of Object.entries(cleanup))
      await remove(database).catch((error: unknown) =>
        log.warn({ event: "sweep.failed", what, err: error }, "could not remove expired rows"),
      );
}
