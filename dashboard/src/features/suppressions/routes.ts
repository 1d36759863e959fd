import { createRoute } from "@tanstack/react-router";
import { appRoute } from "../../app/layouts.tsx";
import { lazyPage } from "../../app/lazy-page.ts";
import { suppressionsSearch } from "./suppressions-search.ts";

const suppressionsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/suppressions",
  validateSearch: suppressionsSearch,
  component: lazyPage(() => import("./suppressions-page.tsx"), "SuppressionsPage"),
});

export const suppressionsRoutes = [suppressionsRoute] as const;
