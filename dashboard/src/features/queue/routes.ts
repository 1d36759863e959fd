import { createRoute } from "@tanstack/react-router";
import { appRoute } from "../../app/layouts.tsx";
import { lazyPage } from "../../app/lazy-page.ts";
import { queueSearch } from "./queue-search.ts";

const queueRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/queue",
  validateSearch: queueSearch,
  component: lazyPage(() => import("./queue-page.tsx"), "QueuePage"),
});

export const queueRoutes = [queueRoute] as const;
