import { createRoute } from "@tanstack/react-router";
import { appRoute } from "../../app/layouts.tsx";
import { lazyPage } from "../../app/lazy-page.ts";
import { requestsSearch } from "./requests-search.ts";

const requestsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/requests",
  validateSearch: requestsSearch,
  component: lazyPage(() => import("./requests-page.tsx"), "RequestsPage"),
});

export const requestsRoutes = [requestsRoute] as const;
