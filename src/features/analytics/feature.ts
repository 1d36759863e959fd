/**
 * Analytics: the numbers of the dashboard's overview. It reads the tables of other features and writes none. Triggers of
 * migrations/0004_recipients.sql maintain daily_counts in the transactions that they count.
 */
import { defineFeature } from "../define-feature.ts";
import { overviewRoutes } from "./http/overview-routes.ts";
import type { OverviewDeps } from "./load-overview.ts";

export const analytics = defineFeature<OverviewDeps>({
  name: "analytics",
  tag: { name: "Overview", description: "The figures of the dashboard's first page." },
  routes: { dashboard: (deps) => [overviewRoutes(deps)] },
});
