import {
  captureTransport,
  composeDirect,
  composeRuledRoutes,
  DirectRoutes,
  OneRoute,
  type Routes,
  RoutesOfAllowedSenders,
  SettingsRelayRoutes,
  SystemPool,
  senderReturnPathOf,
  verpReturnPathOf,
} from "../../features/delivery/index.ts";
import { dnsOf } from "./dns.ts";
import { inboundDomainOf } from "./inbound-domain.ts";
import { returnPathsOf } from "./return-paths.ts";
import { secretsOf } from "./secrets.ts";
import { senderPolicyOf } from "./sender-policy.ts";
import { once } from "./services.ts";

/** The number of captured messages stored concurrently. More would only wait for the database. */
const MAX_CAPTURED = 64;

/** The routes of mail, from the settings, the relays and the rules. In capture mode no mail leaves the machine. */
export const deliveryRoutesOf = once((services): Routes => {
  const { config, database, log, policies } = services;
  const { delivery, smtpRelay, heloName } = config;
  if (delivery === "capture" || (delivery === "relay" && !smtpRelay))
    return new OneRoute({
      name: "capture",
      transport: captureTransport,
      maxTransactions: MAX_CAPTURED,
      returnPathOf: senderReturnPathOf,
    });
  const verp = { returnPaths: returnPathsOf(services), domainFor: inboundDomainOf(services) };
  const returnPathOf: Routes["returnPathOf"] = (email, recipient) => verpReturnPathOf(verp, email, recipient);
  const direct = composeDirect({
    database,
    log,
    dns: dnsOf(services),
    port: config.directPort,
    mayUsePrivateAddresses: config.directToPrivate,
    ownNames: [heloName, config.inboundHost],
  });
  const defaultRoutes =
    delivery === "relay" && smtpRelay
      ? new SettingsRelayRoutes({ endpoint: smtpRelay, heloName, returnPathOf, log })
      : new DirectRoutes({ hops: direct, pool: new SystemPool(heloName), returnPathOf });
  const secrets = secretsOf(services);
  const routes = composeRuledRoutes({
    database,
    log,
    secrets,
    heloName,
    policies,
    defaultRoutes,
    direct,
  });
  const senderPolicy = senderPolicyOf(services);
  return new RoutesOfAllowedSenders(routes, (accountId, domain) =>
    senderPolicy.reasonToRefuse(accountId, domain),
  );
});
