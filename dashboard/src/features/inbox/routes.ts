import { createRoute } from "@tanstack/react-router";
import { appRoute } from "../../app/layouts.tsx";
import { lazyPage } from "../../app/lazy-page.ts";
import { inboxSearch } from "./inbox-search.ts";

const inboxRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/inbox",
  validateSearch: inboxSearch,
  component: lazyPage(() => import("./inbox-page.tsx"), "InboxPage"),
});

export const inboxRoutes = [inboxRoute] as const;
