import { createRoute } from "@tanstack/react-router";
import { appRoute } from "../../app/layouts.tsx";
import { lazyPage } from "../../app/lazy-page.ts";
import { insightsSearch } from "./insights-search.ts";

const insightsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/insights",
  validateSearch: insightsSearch,
  component: lazyPage(() => import("./insights-page.tsx"), "InsightsPage"),
});

export const insightsRoutes = [insightsRoute] as const;
