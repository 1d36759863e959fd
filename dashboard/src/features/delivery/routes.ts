import { createRoute } from "@tanstack/react-router";
import { appRoute } from "../../app/layouts.tsx";
import { lazyPage } from "../../app/lazy-page.ts";
import { goLiveSearch } from "./go-live/go-live-search.ts";

const goLiveRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/go-live",
  validateSearch: goLiveSearch,
  component: lazyPage(() => import("./go-live/go-live-page.tsx"), "GoLivePage"),
});

export const deliveryRoutes = [goLiveRoute] as const;
