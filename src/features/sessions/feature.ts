import type { Database } from "../../platform/db/index.ts";
import { defineFeature } from "../define-feature.ts";
import { sessionRoutes } from "./http/session-routes.ts";
import { SESSIONS_LOG_EVENTS } from "./log-events.ts";
import { deleteExpiredSessions } from "./queries.ts";

export const sessions = defineFeature<{ database: Database }>({
  name: "sessions",
  logEvents: SESSIONS_LOG_EVENTS,
  tag: { name: "Sessions", description: "The browsers in which a user is signed in." },
  routes: { dashboard: (deps) => [sessionRoutes(deps)] },
  cleanup: { sessions: deleteExpiredSessions },
});
