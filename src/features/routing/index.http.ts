/** Exports of routing for src/processes. They import the web server, which index.ts must not. */
export type { RoutingRouteOptions } from "./http/routing-routes.ts";
