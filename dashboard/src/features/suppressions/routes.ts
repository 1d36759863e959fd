import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { appRoute } from "../../app/layouts.tsx";
import { suppressionsSearch } from "./suppressions-search.ts";

const suppressionsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/suppressions",
  validateSearch: suppressionsSearch,
  component: lazyRouteComponent(() => import("./suppressions-page.tsx"), "SuppressionsPage"),
});

export const suppressionsRoutes = [suppressionsRoute] as const;
