import { createRoute } from "@tanstack/react-router";
import { appRoute } from "../../app/layouts.tsx";
import { lazyPage } from "../../app/lazy-page.ts";
import { textOf } from "../../search.ts";
import { emailPageSearch } from "./email-page-search.ts";
import { emailsSearch } from "./emails-search.ts";

const emailsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/emails",
  validateSearch: emailsSearch,
  component: lazyPage(() => import("./emails-page.tsx"), "EmailsPage"),
});

/** `to`: the recipient of a new email. `draft`: the id of a draft that this tab keeps. */
type ComposeSearch = { to?: string | undefined; draft?: string | undefined };

const composeRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/emails/new",
  validateSearch: (search: Record<string, unknown>): ComposeSearch => ({
    to: textOf(search.to),
    draft: textOf(search.draft),
  }),
  component: lazyPage(() => import("./compose/compose-page.tsx"), "ComposePage"),
});

const emailRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/emails/$emailId",
  validateSearch: emailPageSearch,
  component: lazyPage(() => import("./email-page.tsx"), "EmailPage"),
});

export const emailsRoutes = [emailsRoute, composeRoute, emailRoute] as const;
