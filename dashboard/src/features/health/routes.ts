import { createRoute } from "@tanstack/react-router";
import { appRoute } from "../../app/layouts.tsx";
import { lazyPage } from "../../app/lazy-page.ts";
import { textOf } from "../../search.ts";

const healthRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/health",
  validateSearch: (search: Record<string, unknown>): { cursor?: string | undefined } => ({
    cursor: textOf(search.cursor),
  }),
  component: lazyPage(() => import("./health-page.tsx"), "HealthPage"),
});

export const healthRoutes = [healthRoute] as const;
