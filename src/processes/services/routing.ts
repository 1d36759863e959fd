/** Management of relays, rules and pools, and predictions for dry runs. delivery-routes.ts applies them to mail. */
import type { MailToPredict, PredictedOutcome } from "../../features/emails/index.ts";
import type { RoutingRouteOptions } from "../../features/routing/index.http.ts";
import { predictRoute } from "../../features/routing/index.ts";
import { type Delivery, deliveryOf } from "./delivery-mode.ts";
import { routingTablesOf } from "./routing-tables.ts";
import { secretsOf } from "./secrets.ts";
import { once } from "./services.ts";
import { notifyUsersOf } from "./system-mail.ts";

export const routingOf = once((services): Omit<RoutingRouteOptions, "surface"> => {
  const { config, database, policies } = services;
  return {
    database,
    secrets: secretsOf(services),
    policies,
    heloName: config.heloName,
    baseUrl: config.baseUrl,
    notifyUsers: notifyUsersOf(services),
    config,
    describeDefaultRoute: async () => describeDefaultRoute(await deliveryOf(services)()),
  };
});

function describeDefaultRoute({ mode, relay }: Delivery): string {
  if (mode === "direct") return "Mail goes directly to the servers of its recipients.";
  if (mode === "capture")
    return "The instance is in test mode: mail is kept in the inbox and never leaves, regardless of rules.";
  return relay === null
    ? "Mail waits, because no relay is chosen under Settings → Delivery."
    : `Mail goes to the relay ${relay.name}.`;
}

/** Predicts the route that workers would use now, with the same tables and decisions as delivery-routes.ts. */
export const predictRouteOf = once((services): ((mail: MailToPredict) => Promise<PredictedOutcome>) => {
  const tables = routingTablesOf(services);
  const loadDelivery = deliveryOf(services);
  return async (mail) => {
    const delivery = await loadDelivery();
    // In test mode rules have no effect.
    if (delivery.mode === "capture") return defaultOutcomeOf(delivery);
    return predictRoute(await tables.current(), mail) ?? defaultOutcomeOf(delivery);
  };
});

function defaultOutcomeOf({ mode, relay }: Delivery): PredictedOutcome {
  if (mode === "direct")
    return { outcome: "send", route: "direct", rule: null, reason: "goes to the servers of its recipients" };
  if (mode === "capture")
    return {
      outcome: "capture",
      route: "capture",
      rule: null,
      reason: "kept for the inbox; no mail leaves in test mode",
    };
  if (relay === null)
    return {
      outcome: "hold",
      route: null,
      rule: null,
      reason: "waits until a relay is chosen under Settings → Delivery",
    };
  const { name } = relay;
  return { outcome: "send", route: `relay ${name}`, rule: null, reason: `goes to the relay ${name}` };
}
