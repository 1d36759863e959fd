import type { Database } from "../../platform/db/index.ts";
import { defineFeature } from "../define-feature.ts";
import { metricsRoutes } from "./http/metrics-routes.ts";
import { metricsLogEvents } from "./log-events.ts";
import { sweepMetrics } from "./queries.ts";

export const metrics = defineFeature<{ database: Database; token: string | null }>({
  name: "metrics",
  logEvents: metricsLogEvents,
  routes: { open: (deps) => [metricsRoutes(deps)] },
  cleanup: { metrics: sweepMetrics },
});
