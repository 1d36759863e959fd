import { createRoute } from "@tanstack/react-router";
import { appRoute } from "../../app/layouts.tsx";
import { lazyPage } from "../../app/lazy-page.ts";
import { domainsSearch } from "./domains-search.ts";

const domainsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/domains",
  validateSearch: domainsSearch,
  component: lazyPage(() => import("./domains-page.tsx"), "DomainsPage"),
});

const domainRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/domains/$domain",
  component: lazyPage(() => import("./domain-page.tsx"), "DomainPage"),
});

export const domainsRoutes = [domainsRoute, domainRoute] as const;
