/** Management of relays, rules and pools, and predictions for dry runs. delivery-routes.ts applies them to mail. */
import type { Config } from "../../config.ts";
import type { MailToPredict, PredictedOutcome } from "../../features/emails/index.ts";
import type { RoutingRouteOptions } from "../../features/routing/http/routing-routes.ts";
import { predictRoute, RoutingTables } from "../../features/routing/index.ts";
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
    defaultRoute: describeDefaultRoute(config),
  };
});

function describeDefaultRoute({ delivery, smtpRelay }: Config): string {
  if (delivery === "direct") return "Mail goes directly to the servers of its recipients.";
  if (delivery === "relay" && smtpRelay) return `Mail goes to the relay ${smtpRelay.host}:${smtpRelay.port}.`;
  return "Mail is stored in the inbox and never leaves, regardless of rules, because DELIVERY is capture.";
}

/** Predicts the route that workers would use now, with the same tables and decisions as delivery-routes.ts. */
export const predictRouteOf = once(
  ({ config, database, log, policies }): ((mail: MailToPredict) => Promise<PredictedOutcome>) => {
    const byDefault = defaultOutcomeOf(config);
    // In capture mode rules have no effect.
    if (byDefault.outcome === "capture") return async () => byDefault;
    const tables = new RoutingTables({ database, log, policies });
    return async (mail) => predictRoute(await tables.current(), mail) ?? byDefault;
  },
);

function defaultOutcomeOf({ delivery, smtpRelay }: Config): PredictedOutcome {
  if (delivery === "direct")
    return { outcome: "send", route: "direct", rule: null, reason: "goes to the servers of its recipients" };
  if (delivery === "capture" || !smtpRelay) {
    const reason = "kept for the inbox; no mail leaves in capture mode";
    return { outcome: "capture", route: "capture", rule: null, reason };
  }
  const name = `${smtpRelay.host}:${smtpRelay.port}`;
  return { outcome: "send", route: `relay ${name}`, rule: null, reason: `goes to the relay ${name}` };
}
