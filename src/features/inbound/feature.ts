import type { Database } from "../../platform/db/index.ts";
import { defineFeature } from "../define-feature.ts";
import { INBOUND_ALERT_RULES } from "./alert-rules.ts";
import { reportRoutes } from "./http/report-routes.ts";
import { INBOUND_LOG_EVENTS } from "./log-events.ts";
import { INBOUND_METRICS } from "./metric-definitions.ts";
import { sweepInbound } from "./sweep-inbound.ts";

export const inbound = defineFeature<{ database: Database }>({
  name: "inbound",
  logEvents: INBOUND_LOG_EVENTS,
  metrics: INBOUND_METRICS,
  alertRules: INBOUND_ALERT_RULES,
  tag: { name: "Domains" },
  cleanup: { inbound: sweepInbound },
  routes: { shared: (deps) => [reportRoutes(deps)] },
});
