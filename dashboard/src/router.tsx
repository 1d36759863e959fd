import type { QueryClient } from "@tanstack/react-query";
import { createRouter } from "@tanstack/react-router";
import { appRoute, entryRoute, notFoundRoute, rootRoute } from "./app/layouts.tsx";
import { PagePending } from "./app/page-pending.tsx";
import {
  accountsEntryRoutes,
  forcedPasswordRoute,
  invitationRoute,
  settingsRoutes,
} from "./features/accounts/routes.ts";
import { contactsRoutes } from "./features/contacts/routes.ts";
import { deliveryRoutes } from "./features/delivery/routes.ts";
import { domainsRoutes } from "./features/domains/routes.ts";
import { emailsRoutes } from "./features/emails/routes.ts";
import { healthRoutes } from "./features/health/routes.ts";
import { inboxRoutes } from "./features/inbox/routes.ts";
import { insightsRoutes } from "./features/insights/routes.ts";
import { overviewRoutes } from "./features/overview/routes.ts";
import { queueRoutes } from "./features/queue/routes.ts";
import { reportsRoutes } from "./features/reports/routes.ts";
import { requestsRoutes } from "./features/requests/routes.ts";
import { routingRoutes } from "./features/routing/routes.ts";
import { suppressionsRoutes } from "./features/suppressions/routes.ts";
import { webhooksRoutes } from "./features/webhooks/routes.ts";
import { parseSearch, stringifySearch } from "./search.ts";

const routeTree = rootRoute.addChildren([
  entryRoute.addChildren(accountsEntryRoutes),
  forcedPasswordRoute,
  invitationRoute,
  appRoute.addChildren([
    ...overviewRoutes,
    ...insightsRoutes,
    ...emailsRoutes,
    ...inboxRoutes,
    ...contactsRoutes,
    ...suppressionsRoutes,
    ...domainsRoutes,
    ...reportsRoutes,
    ...routingRoutes,
    ...queueRoutes,
    ...healthRoutes,
    ...requestsRoutes,
    ...webhooksRoutes,
    ...deliveryRoutes,
    ...settingsRoutes,
    notFoundRoute,
  ]),
]);

export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    parseSearch,
    stringifySearch,
    defaultPreload: "intent",
    // Input and secrets of one domain or webhook must not appear on the page of the next.
    defaultRemountDeps: ({ params }) => params,
    InnerWrap: PagePending,
    scrollRestoration: true,
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
