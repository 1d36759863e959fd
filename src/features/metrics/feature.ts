import type { Database } from "../../platform/db/index.ts";
import { defineFeature } from "../define-feature.ts";
import { sweepMetrics } from "./queries.ts";
import { metricsRoutes } from "./routes.ts";

export const metrics = defineFeature<{ database: Database; token: string | null }>({
  name: "metrics",
  routes: { open: (deps) => [metricsRoutes(deps)] },
  cleanup: { metrics: sweepMetrics },
});
