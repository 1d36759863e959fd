import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { appRoute } from "../../app/layouts.tsx";
import { oneOf, textOf } from "../../search.ts";
import { emailsSearch } from "./emails-search.ts";
import { MESSAGE_VIEWS, type MessageView } from "./message-view.ts";

const emailsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/emails",
  validateSearch: emailsSearch,
  component: lazyRouteComponent(() => import("./emails-page.tsx"), "EmailsPage"),
});

const composeRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/emails/new",
  validateSearch: (search: Record<string, unknown>): { to?: string | undefined } => ({
    to: textOf(search.to),
  }),
  component: lazyRouteComponent(() => import("./compose/compose-page.tsx"), "ComposePage"),
});

const emailRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/emails/$emailId",
  validateSearch: (search: Record<string, unknown>): { view?: MessageView | undefined } => ({
    view: oneOf(search.view, MESSAGE_VIEWS),
  }),
  component: lazyRouteComponent(() => import("./email-page.tsx"), "EmailPage"),
});

export const emailsRoutes = [emailsRoute, composeRoute, emailRoute] as const;
