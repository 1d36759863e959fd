import { createRoute, redirect } from "@tanstack/react-router";
import { appRoute, entryRoute, rootRoute } from "../../app/layouts.tsx";
import { lazyPage } from "../../app/lazy-page.ts";
import { nextPath, searchWithNext } from "../../next-path.ts";
import { auditSearch } from "./audit/audit-search.ts";
import { keysSearch } from "./keys/keys-search.ts";
import { authQuery } from "./session.ts";

const signInRoute = createRoute({
  getParentRoute: () => entryRoute,
  path: "/signin",
  component: lazyPage(() => import("./sign-in-page.tsx"), "SignInPage"),
});

const signUpRoute = createRoute({
  getParentRoute: () => entryRoute,
  path: "/signup",
  component: lazyPage(() => import("./sign-up-page.tsx"), "SignUpPage"),
});

export const accountsEntryRoutes = [signInRoute, signUpRoute] as const;

/** The only page for users with a default password. */
export const forcedPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/change-password",
  component: lazyPage(() => import("./forced-password-page.tsx"), "ForcedPasswordPage"),
  validateSearch: searchWithNext,
  beforeLoad: async ({ context, search }) => {
    const auth = await context.queryClient.ensureQueryData(authQuery);
    if (!auth.authenticated) throw redirect({ to: "/signin", search });
    if (!auth.must_change_password) throw redirect({ href: nextPath(search.next, window.location.origin) });
  },
});

/** For signed-in people too, because an invitation may be for another account. */
export const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/invitation",
  component: lazyPage(() => import("./members/invitation-page.tsx"), "InvitationPage"),
  beforeLoad: async ({ context }) => {
    await context.queryClient.ensureQueryData(authQuery);
  },
});

const settingsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/settings",
  component: lazyPage(() => import("./settings-layout.tsx"), "SettingsLayout"),
});

const settingsIndexRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/settings/account", replace: true });
  },
});

const keysRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/keys",
  validateSearch: keysSearch,
  component: lazyPage(() => import("./keys/keys-page.tsx"), "KeysPage"),
});

const accountRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/account",
  component: lazyPage(() => import("./account-page.tsx"), "AccountPage"),
});

const membersRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/members",
  component: lazyPage(() => import("./members/members-page.tsx"), "MembersPage"),
});

const sessionsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/sessions",
  component: lazyPage(() => import("./sessions-page.tsx"), "SessionsPage"),
});

const trackingRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/tracking",
  component: lazyPage(() => import("../tracking/tracking-page.tsx"), "TrackingPage"),
});

const deliveryRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/delivery",
  component: lazyPage(() => import("../delivery/delivery-page.tsx"), "DeliveryPage"),
});

const auditRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/audit",
  validateSearch: auditSearch,
  component: lazyPage(() => import("./audit/audit-page.tsx"), "AuditPage"),
});

const smtpRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/smtp",
  component: lazyPage(() => import("./smtp/smtp-page.tsx"), "SmtpPage"),
});

/** Both pages were tabs of the settings. */
const formerKeysRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/keys",
  beforeLoad: () => {
    throw redirect({ to: "/keys", replace: true });
  },
});
const formerSmtpRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/smtp",
  beforeLoad: () => {
    throw redirect({ to: "/smtp", replace: true });
  },
});

export const settingsRoutes = [
  keysRoute,
  smtpRoute,
  settingsRoute.addChildren([
    settingsIndexRoute,
    formerKeysRoute,
    formerSmtpRoute,
    deliveryRoute,
    accountRoute,
    membersRoute,
    trackingRoute,
    sessionsRoute,
    auditRoute,
  ]),
] as const;
