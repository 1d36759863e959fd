import { defineFeature } from "../define-feature.ts";
import { QUEUE_ALERT_RULES } from "./alert-rules.ts";
import { QUEUE_AUDIT_ACTIONS } from "./audit-actions.ts";
import { instanceQueueRoutes } from "./http/instance-queue-routes.ts";
import { type QueueDeps, queueRoutes } from "./http/queue-routes.ts";
import { QUEUE_LOG_EVENTS } from "./log-events.ts";
import { QUEUE_METRICS } from "./metric-definitions.ts";
import { sweepQueue } from "./sweep-queue.ts";

export const queue = defineFeature<QueueDeps>({
  name: "queue",
  logEvents: QUEUE_LOG_EVENTS,
  metrics: QUEUE_METRICS,
  auditActions: QUEUE_AUDIT_ACTIONS,
  alertRules: QUEUE_ALERT_RULES,
  tag: { name: "Queue", description: "Mail that waits to be sent: view, pause, retry or cancel it." },
  routes: {
    dashboard: (deps) => [queueRoutes(deps)],
    operators: (deps) => [instanceQueueRoutes(deps)],
  },
  cleanup: { queue: sweepQueue },
});
