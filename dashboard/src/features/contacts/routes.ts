import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { appRoute } from "../../app/layouts.tsx";
import { contactsSearch } from "./contacts-search.ts";

const contactsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/contacts",
  validateSearch: contactsSearch,
  component: lazyRouteComponent(() => import("./contacts-page.tsx"), "ContactsPage"),
});

const contactRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/contacts/$contactId",
  component: lazyRouteComponent(() => import("./contact-page.tsx"), "ContactPage"),
});

export const contactsRoutes = [contactsRoute, contactRoute] as const;
