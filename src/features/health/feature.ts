import { defineFeature } from "../define-feature.ts";
import { HEALTH_ALERT_RULES } from "./alert-rules.ts";
import { deleteOldAlerts } from "./alerts/alert-queries.ts";
import { type WatchDeps, watchOnce } from "./alerts/watch.ts";
import { HEALTH_AUDIT_ACTIONS } from "./audit-actions.ts";
import type { HealthDeps } from "./http/health-deps.ts";
import { healthRoutes } from "./http/health-routes.ts";
import { HEALTH_LOG_EVENTS } from "./log-events.ts";

export const health = defineFeature<HealthDeps & Omit<WatchDeps, "channels">>({
  name: "health",
  logEvents: HEALTH_LOG_EVENTS,
  auditActions: HEALTH_AUDIT_ACTIONS,
  alertRules: HEALTH_ALERT_RULES,
  tag: {
    name: "Instance",
    description: "Health, alerts and the queue of the whole instance, for operators.",
  },
  routes: { operators: (deps) => [healthRoutes(deps)] },
  cleanup: { alerts: deleteOldAlerts },
  schedules: (deps) => [{ name: "alert-rules", everySeconds: 30, run: () => watchOnce(deps) }],
});
