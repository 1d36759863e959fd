import { defineFeature } from "../define-feature.ts";
import { type MetricsRouteDeps, metricsRoutes } from "./http/metrics-routes.ts";
import { METRICS_LOG_EVENTS } from "./log-events.ts";
import { PROCESS_METRICS } from "./metric-definitions.ts";
import { sweepMetrics } from "./queries.ts";

export const metrics = defineFeature<MetricsRouteDeps>({
  name: "metrics",
  logEvents: METRICS_LOG_EVENTS,
  metrics: PROCESS_METRICS,
  routes: { open: (deps) => [metricsRoutes(deps)] },
  cleanup: { metrics: sweepMetrics },
});
