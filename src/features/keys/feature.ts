import type { Database } from "../../platform/db/index.ts";
import type { RightsHooks } from "../../platform/http/index.ts";
import { defineFeature } from "../define-feature.ts";
import { deleteOldKeyHours } from "./abuse-guard/queries.ts";
import { KEYS_AUDIT_ACTIONS } from "./audit-actions.ts";
import { guardUnknownPaths, keyRoutes } from "./http/key-routes.ts";
import { KEYS_LOG_EVENTS } from "./log-events.ts";

export const keys = defineFeature<{ database: Database; apiKeyHooks: RightsHooks }>({
  name: "keys",
  logEvents: KEYS_LOG_EVENTS,
  auditActions: KEYS_AUDIT_ACTIONS,
  tag: { name: "API keys", description: "Credentials of programs. Managed with a session." },
  routes: {
    open: ({ apiKeyHooks }) => [guardUnknownPaths(apiKeyHooks)],
    dashboard: (deps) => [keyRoutes(deps)],
  },
  cleanup: { keys: deleteOldKeyHours },
});
