/**
 * Analytics: roll-ups of what happened to mail, the metrics that are read from them, and the numbers of the dashboard's overview. The
 * overview reads the tables of other features. Triggers of migrations/0004_recipients.sql maintain its daily_counts in the transactions
 * that they count.
 */
import { defineFeature } from "../define-feature.ts";
import { metricsRoutes } from "./http/metrics-routes.ts";
import { overviewRoutes } from "./http/overview-routes.ts";
import type { OverviewDeps } from "./load-overview.ts";
import { rollupsFollower } from "./rollups/rollups-follower.ts";
import { sweepRollups } from "./rollups/sweep-rollups.ts";

export const analytics = defineFeature<OverviewDeps>({
  name: "analytics",
  tag: {
    name: "Metrics",
    description: "Counts, rates and latencies of mail, by period, mailbox provider and other dimensions.",
  },
  routes: { shared: (deps) => [metricsRoutes(deps)], dashboard: (deps) => [overviewRoutes(deps)] },
  followers: [rollupsFollower],
  cleanup: { rollups: sweepRollups },
});
