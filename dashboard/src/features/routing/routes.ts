import { createRoute } from "@tanstack/react-router";
import { appRoute } from "../../app/layouts.tsx";
import { lazyPage } from "../../app/lazy-page.ts";
import { routingSearch } from "./routing-search.ts";

const routingRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/routing",
  validateSearch: routingSearch,
  component: lazyPage(() => import("./routing-page.tsx"), "RoutingPage"),
});

export const routingRoutes = [routingRoute] as const;
