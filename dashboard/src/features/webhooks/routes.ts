import { createRoute } from "@tanstack/react-router";
import { appRoute } from "../../app/layouts.tsx";
import { lazyPage } from "../../app/lazy-page.ts";
import { deliveriesSearch } from "./deliveries/deliveries-search.ts";
import { webhooksSearch } from "./webhooks-search.ts";

const webhooksRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/webhooks",
  validateSearch: webhooksSearch,
  component: lazyPage(() => import("./webhooks-page.tsx"), "WebhooksPage"),
});

const webhookRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/webhooks/$webhookId",
  validateSearch: deliveriesSearch,
  component: lazyPage(() => import("./webhook-page.tsx"), "WebhookPage"),
});

export const webhooksRoutes = [webhooksRoute, webhookRoute] as const;
