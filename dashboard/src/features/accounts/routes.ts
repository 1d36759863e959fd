import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { appRoute, entryRoute, rootRoute } from "../../app/layouts.tsx";
import { nextPath, searchWithNext } from "../../next-path.ts";
import { textOf } from "../../search.ts";
import { authQuery } from "./session.ts";

const signInRoute = createRoute({
  getParentRoute: () => entryRoute,
  path: "/signin",
  component: lazyRouteComponent(() => import("./sign-in-page.tsx"), "SignInPage"),
});

const signUpRoute = createRoute({
  getParentRoute: () => entryRoute,
  path: "/signup",
  component: lazyRouteComponent(() => import("./sign-up-page.tsx"), "SignUpPage"),
});

export const accountsEntryRoutes = [signInRoute, signUpRoute] as const;

/** The only page for users with a default password. */
export const forcedPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/change-password",
  component: lazyRouteComponent(() => import("./forced-password-page.tsx"), "ForcedPasswordPage"),
  validateSearch: searchWithNext,
  beforeLoad: async ({ context, search }) => {
    const auth = await context.queryClient.ensureQueryData(authQuery);
    if (!auth.authenticated) throw redirect({ to: "/signin", search });
    if (!auth.must_change_password) throw redirect({ href: nextPath(search.next, window.location.origin) });
  },
});

const settingsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/settings",
  component: lazyRouteComponent(() => import("./settings-layout.tsx"), "SettingsLayout"),
});

const settingsIndexRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/settings/keys", replace: true });
  },
});

const keysRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/keys",
  component: lazyRouteComponent(() => import("./keys/keys-page.tsx"), "KeysPage"),
});

const accountRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/account",
  component: lazyRouteComponent(() => import("./account-page.tsx"), "AccountPage"),
});

const sessionsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/sessions",
  component: lazyRouteComponent(() => import("./sessions-page.tsx"), "SessionsPage"),
});

const deliveryRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/delivery",
  component: lazyRouteComponent(() => import("../delivery/delivery-page.tsx"), "DeliveryPage"),
});

const auditRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/audit",
  validateSearch: (search: Record<string, unknown>): { cursor?: string | undefined } => ({
    cursor: textOf(search.cursor),
  }),
  component: lazyRouteComponent(() => import("./audit/audit-page.tsx"), "AuditPage"),
});

const smtpRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/smtp",
  component: lazyRouteComponent(() => import("./smtp/smtp-page.tsx"), "SmtpPage"),
});

export const settingsRoutes = [
  settingsRoute.addChildren([
    settingsIndexRoute,
    keysRoute,
    smtpRoute,
    deliveryRoute,
    accountRoute,
    sessionsRoute,
    auditRoute,
  ]),
] as const;
