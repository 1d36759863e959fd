import { createRoute } from "@tanstack/react-router";
import { appRoute } from "../../app/layouts.tsx";
import { lazyPage } from "../../app/lazy-page.ts";

/** The page itself reads the parameters of its address, because every page loads its routes. */
const reportsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/reports",
  component: lazyPage(() => import("./reports-page.tsx"), "ReportsPage"),
});

export const reportsRoutes = [reportsRoute] as const;
