import { defineFeature, under } from "../define-feature.ts";
import { instanceRoutingRoutes, type RoutingRouteOptions, routingRoutes } from "./http/routing-routes.ts";

export const routing = defineFeature<RoutingRouteOptions>({
  name: "routing",
  tag: { name: "Routes", description: "Relays, routing rules and pools of addresses: how mail leaves." },
  routes: {
    shared: (deps) => [routingRoutes(deps)],
    operators: (deps) => [under("/instance", instanceRoutingRoutes(deps))],
  },
});
