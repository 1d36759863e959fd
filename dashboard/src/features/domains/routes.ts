import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { appRoute } from "../../app/layouts.tsx";
import { domainsSearch } from "./domains-search.ts";

const domainsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/domains",
  validateSearch: domainsSearch,
  component: lazyRouteComponent(() => import("./domains-page.tsx"), "DomainsPage"),
});

const domainRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/domains/$domain",
  component: lazyRouteComponent(() => import("./domain-page.tsx"), "DomainPage"),
});

export const domainsRoutes = [domainsRoute, domainRoute] as const;
