import { defineFeature } from "../define-feature.ts";
import { WEBHOOKS_AUDIT_ACTIONS } from "./audit-actions.ts";
import type { WebhookDeps } from "./change-webhooks.ts";
import { addDeliveryMonths, sweepDeliveries } from "./deliveries/sweep-deliveries.ts";
import { webhookRoutes } from "./http/webhook-routes.ts";
import { WEBHOOKS_LOG_EVENTS } from "./log-events.ts";

export const webhooks = defineFeature<WebhookDeps>({
  name: "webhooks",
  logEvents: WEBHOOKS_LOG_EVENTS,
  auditActions: WEBHOOKS_AUDIT_ACTIONS,
  tag: { name: "Webhooks", description: "URLs that receive the account's events as signed requests." },
  routes: { shared: (deps) => [webhookRoutes(deps)] },
  cleanup: { webhookMonths: addDeliveryMonths, webhooks: sweepDeliveries },
});
