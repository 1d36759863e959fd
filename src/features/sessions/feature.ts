import type { Database } from "../../platform/db/index.ts";
import { defineFeature } from "../define-feature.ts";
import { sessionRoutes } from "./http/session-routes.ts";
import { sessionsLogEvents } from "./log-events.ts";
import { deleteExpiredSessions } from "./queries.ts";

export const sessions = defineFeature<{ database: Database }>({
  name: "sessions",
  logEvents: sessionsLogEvents,
  tag: { name: "Sessions", description: "The browsers in which a user is signed in." },
  routes: { dashboard: (deps) => [sessionRoutes(deps)] },
  cleanup: { sessions: deleteExpiredSessions },
});
