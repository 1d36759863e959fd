import { createRoute } from "@tanstack/react-router";
import { appRoute } from "../../app/layouts.tsx";
import { lazyPage } from "../../app/lazy-page.ts";
import { contactsSearch } from "./contacts-search.ts";

const contactsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/contacts",
  validateSearch: contactsSearch,
  component: lazyPage(() => import("./contacts-page.tsx"), "ContactsPage"),
});

const contactRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/contacts/$contactId",
  component: lazyPage(() => import("./contact-page.tsx"), "ContactPage"),
});

export const contactsRoutes = [contactsRoute, contactRoute] as const;
