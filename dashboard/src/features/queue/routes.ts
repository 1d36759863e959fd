import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { appRoute } from "../../app/layouts.tsx";
import { queueSearch } from "./queue-search.ts";

const queueRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/queue",
  validateSearch: queueSearch,
  component: lazyRouteComponent(() => import("./queue-page.tsx"), "QueuePage"),
});

export const queueRoutes = [queueRoute] as const;
