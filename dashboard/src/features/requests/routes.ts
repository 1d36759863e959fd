import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { appRoute } from "../../app/layouts.tsx";
import { requestsSearch } from "./requests-search.ts";

const requestsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/requests",
  validateSearch: requestsSearch,
  component: lazyRouteComponent(() => import("./requests-page.tsx"), "RequestsPage"),
});

export const requestsRoutes = [requestsRoute] as const;
