import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { appRoute } from "../../app/layouts.tsx";
import { textOf } from "../../search.ts";

const healthRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/health",
  validateSearch: (search: Record<string, unknown>): { cursor?: string | undefined } => ({
    cursor: textOf(search.cursor),
  }),
  component: lazyRouteComponent(() => import("./health-page.tsx"), "HealthPage"),
});

export const healthRoutes = [healthRoute] as const;
