import { createRoute } from "@tanstack/react-router";
import { appRoute } from "../../app/layouts.tsx";
import { lazyPage } from "../../app/lazy-page.ts";
import { reportsSearch } from "./reports-search.ts";

const reportsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/reports",
  validateSearch: reportsSearch,
  component: lazyPage(() => import("./reports-page.tsx"), "ReportsPage"),
});

export const reportsRoutes = [reportsRoute] as const;
