import type { Database } from "../../platform/db/index.ts";
import { defineFeature } from "../define-feature.ts";
import { requestRoutes } from "./http/request-routes.ts";
import { REQUESTS_LOG_EVENTS } from "./log-events.ts";
import { sweepRequests } from "./sweep-requests.ts";

export const requests = defineFeature<{ database: Database }>({
  name: "requests",
  logEvents: REQUESTS_LOG_EVENTS,
  routes: { dashboard: (deps) => [requestRoutes(deps)] },
  cleanup: { requests: (database) => sweepRequests(database) },
});
