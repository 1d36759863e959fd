import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { appRoute } from "../../app/layouts.tsx";
import { routingSearch } from "./routing-search.ts";

const routingRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/routing",
  validateSearch: routingSearch,
  component: lazyRouteComponent(() => import("./routing-page.tsx"), "RoutingPage"),
});

export const routingRoutes = [routingRoute] as const;
