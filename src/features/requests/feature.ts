import type { Database } from "../../platform/db/index.ts";
import { defineFeature } from "../define-feature.ts";
import { requestRoutes } from "./http/request-routes.ts";
import { requestsLogEvents } from "./log-events.ts";
import { sweepRequests } from "./sweep-requests.ts";

export const requests = defineFeature<{ database: Database }>({
  name: "requests",
  logEvents: requestsLogEvents,
  routes: { dashboard: (deps) => [requestRoutes(deps)] },
  cleanup: { requests: (database) => sweepRequests(database) },
});
