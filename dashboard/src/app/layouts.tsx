import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, createRoute, Outlet, redirect } from "@tanstack/react-router";
import { authQuery, instanceQuery } from "../features/accounts/session.ts";
import { nextPath, searchWithNext } from "../next-path.ts";
import { Toaster } from "../ui/toaster.tsx";
import { TooltipProvider } from "../ui/tooltip.tsx";
import { AppShell } from "./app-shell.tsx";
import { CrashPage } from "./crash-page.tsx";
import { EntryShell } from "./entry-shell.tsx";
import { lazyPage } from "./lazy-page.ts";

/** The three layouts: the root, the sign-in pages, and the pages that need a session. */
export const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: RootLayout,
  errorComponent: CrashPage,
});

function RootLayout() {
  return (
    <TooltipProvider delayDuration={300}>
      <Outlet />
      <Toaster />
    </TooltipProvider>
  );
}

/** Sign in and sign up. A signed-in user is redirected to `next`. */
export const entryRoute = createRoute({
  id: "entry",
  getParentRoute: () => rootRoute,
  component: EntryShell,
  validateSearch: searchWithNext,
  beforeLoad: async ({ context, search }) => {
    // Loads at the same time as the session, so that the page waits only once.
    void context.queryClient.prefetchQuery(instanceQuery);
    const auth = await context.queryClient.ensureQueryData(authQuery);
    if (auth.must_change_password) throw redirect({ to: "/change-password", search });
    if (auth.authenticated) throw redirect({ href: nextPath(search.next, window.location.origin) });
  },
  loader: ({ context }) => context.queryClient.ensureQueryData(instanceQuery),
});

/** Pages that need a session. A default password has to be changed first. */
export const appRoute = createRoute({
  id: "app",
  getParentRoute: () => rootRoute,
  component: AppShell,
  beforeLoad: async ({ context, location }) => {
    const auth = await context.queryClient.ensureQueryData(authQuery);
    const search = { next: location.href === "/" ? undefined : location.href };
    if (!auth.authenticated) throw redirect({ to: "/signin", search });
    if (auth.must_change_password) throw redirect({ to: "/change-password", search });
  },
});

/** Any other path. Inside the shell, so that the navigation stays. */
export const notFoundRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "$",
  component: lazyPage(() => import("./not-found-page.tsx"), "NotFoundPage"),
});
