import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { appRoute } from "../../app/layouts.tsx";
import { inboxSearch } from "./inbox-search.ts";

const inboxRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/inbox",
  validateSearch: inboxSearch,
  component: lazyRouteComponent(() => import("./inbox-page.tsx"), "InboxPage"),
});

export const inboxRoutes = [inboxRoute] as const;
