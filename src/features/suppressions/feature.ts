import type { Database } from "../../platform/db/index.ts";
import { defineFeature } from "../define-feature.ts";
import { SUPPRESSIONS_AUDIT_ACTIONS } from "./audit-actions.ts";
import { suppressionRoutes } from "./http/suppression-routes.ts";
import { unsubscribeRoutes } from "./http/unsubscribe-routes.ts";
import { SUPPRESSIONS_LOG_EVENTS } from "./log-events.ts";
import { sweepSuppressions } from "./sweep-suppressions.ts";
import type { Unsubscriptions } from "./unsubscribe/unsubscriptions.ts";

export const suppressions = defineFeature<{ database: Database; unsubscriptions: Unsubscriptions }>({
  name: "suppressions",
  logEvents: SUPPRESSIONS_LOG_EVENTS,
  auditActions: SUPPRESSIONS_AUDIT_ACTIONS,
  tag: { name: "Suppressions", description: "Addresses that get no mail of the account, and why." },
  routes: {
    shared: (deps) => [suppressionRoutes(deps)],
    open: (deps) => [unsubscribeRoutes(deps)],
  },
  cleanup: { suppressions: sweepSuppressions },
});
