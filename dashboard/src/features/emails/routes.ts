import { createRoute } from "@tanstack/react-router";
import { appRoute } from "../../app/layouts.tsx";
import { lazyPage } from "../../app/lazy-page.ts";
import { oneOf, textOf } from "../../search.ts";
import { emailsSearch } from "./emails-search.ts";
import { MESSAGE_VIEWS, type MessageView } from "./message-view.ts";

const emailsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/emails",
  validateSearch: emailsSearch,
  component: lazyPage(() => import("./emails-page.tsx"), "EmailsPage"),
});

const composeRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/emails/new",
  validateSearch: (search: Record<string, unknown>): { to?: string | undefined } => ({
    to: textOf(search.to),
  }),
  component: lazyPage(() => import("./compose/compose-page.tsx"), "ComposePage"),
});

const emailRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/emails/$emailId",
  validateSearch: (search: Record<string, unknown>): { view?: MessageView | undefined } => ({
    view: oneOf(search.view, MESSAGE_VIEWS),
  }),
  component: lazyPage(() => import("./email-page.tsx"), "EmailPage"),
});

export const emailsRoutes = [emailsRoute, composeRoute, emailRoute] as const;
