/**
 * Analytics: the figures of the overview. Reads the tables of other features and writes none: daily_counts is kept by triggers
 * of migrations/0004_recipients.sql, in the transactions of what they count.
 */
import { defineFeature } from "../define-feature.ts";
import type { OverviewDeps } from "./load-overview.ts";
import { overviewRoutes } from "./routes.ts";

export const analytics = defineFeature<OverviewDeps>({
  name: "analytics",
  tag: { name: "Overview", description: "The figures of the dashboard's first page." },
  routes: { dashboard: (deps) => [overviewRoutes(deps)] },
});
