import type { Database } from "../../platform/db/index.ts";
import { defineFeature } from "../define-feature.ts";
import { metricsRoutes } from "./http/metrics-routes.ts";
import { sweepMetrics } from "./queries.ts";

export const metrics = defineFeature<{ database: Database; token: string | null }>({
  name: "metrics",
  routes: { open: (deps) => [metricsRoutes(deps)] },
  cleanup: { metrics: sweepMetrics },
});
