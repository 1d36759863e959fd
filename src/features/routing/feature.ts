import { defineFeature, under } from "../define-feature.ts";
import { ROUTING_ALERT_RULES } from "./alert-rules.ts";
import { ROUTING_AUDIT_ACTIONS } from "./audit-actions.ts";
import { modeRoutes } from "./http/mode-routes.ts";
import { instanceRoutingRoutes, type RoutingRouteOptions, routingRoutes } from "./http/routing-routes.ts";
import { ROUTING_LOG_EVENTS } from "./log-events.ts";

export const routing = defineFeature<RoutingRouteOptions>({
  name: "routing",
  logEvents: ROUTING_LOG_EVENTS,
  auditActions: ROUTING_AUDIT_ACTIONS,
  alertRules: ROUTING_ALERT_RULES,
  tag: { name: "Routes", description: "Relays, routing rules and pools of addresses: how mail is sent." },
  routes: {
    shared: (deps) => [routingRoutes(deps)],
    operators: (deps) => [
      under("/instance", instanceRoutingRoutes(deps)),
      under("/instance", modeRoutes(deps)),
    ],
  },
});
