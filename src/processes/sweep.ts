import { sweepDelivery } from "../features/delivery/index.ts";
import { sweepDomains } from "../features/domains/index.ts";
import { sweepAccepting, sweepContents } from "../features/emails/index.ts";
import { deleteOldAlerts } from "../features/health/index.ts";
import { sweepKeys } from "../features/keys/index.ts";
import { sweepMetrics } from "../features/metrics/index.ts";
import { sweepQueue } from "../features/queue/index.ts";
import { sweepRateLimits } from "../features/rate-limits/index.ts";
import { sweepRequests } from "../features/requests/index.ts";
import { sweepSessions } from "../features/sessions/index.ts";
import { sweepSuppressions } from "../features/suppressions/index.ts";
import type { Database } from "../platform/db/index.ts";
import type { Logger } from "../platform/telemetry/index.ts";

const sweeps = {
  sessions: sweepSessions,
  rateLimits: sweepRateLimits,
  keys: sweepKeys,
  requests: (database: Database) => sweepRequests(database),
  accepting: sweepAccepting,
  contents: sweepContents,
  delivery: sweepDelivery,
  queue: sweepQueue,
  metrics: sweepMetrics,
  alerts: deleteOldAlerts,
  domains: (database: Database) => sweepDomains(database),
  suppressions: sweepSuppressions,
};

/** Removes what has expired, of each kind for itself: where one cannot be removed, the others are. Never rejects. */
export async function sweep({ database, log }: { database: Database; log: Logger }): Promise<void> {
  for (const [what, remove] of Object.entries(sweeps))
    await remove(database).catch((error: unknown) =>
      log.warn({ event: "sweep.failed", what, err: error }, "could not remove what has expired"),
    );
}
