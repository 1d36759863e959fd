import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { appRoute } from "../../app/layouts.tsx";
import { goLiveSearch } from "./go-live/go-live-search.ts";

const goLiveRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/go-live",
  validateSearch: goLiveSearch,
  component: lazyRouteComponent(() => import("./go-live/go-live-page.tsx"), "GoLivePage"),
});

export const deliveryRoutes = [goLiveRoute] as const;
