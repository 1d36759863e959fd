import {
  captureTransport,
  composeDirect,
  composeRuledRoutes,
  DirectRoutes,
  ModeRoutes,
  OneRoute,
  type Routes,
  SettingsRelayRoutes,
  SystemPool,
  senderReturnPathOf,
  verpReturnPathOf,
} from "../../features/delivery/index.ts";
import { dnsOf } from "./dns.ts";
import { inboundDomainOf } from "./inbound-domain.ts";
import { returnPathsOf } from "./return-paths.ts";
import { routingTablesOf } from "./routing-tables.ts";
import { secretsOf } from "./secrets.ts";
import { senderPolicyOf } from "./sender-policy.ts";
import { once } from "./services.ts";

/** The number of captured messages that are stored concurrently. More would only wait for the database. */
const MAX_CAPTURED = 64;

/** The routes of mail, from the delivery mode, the settings, the relays and the rules. In test mode, only released mail leaves the machine. */
export const deliveryRoutesOf = once((services): Routes => {
  const { config, database, log } = services;
  const { smtpRelay, heloName } = config;
  const tables = routingTablesOf(services);
  const capture = new OneRoute({
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
  const live = composeRuledRoutes({
    database,
    log,
    secrets: secretsOf(services),
    heloName,
    tables,
    defaults: {
      relay: smtpRelay && new SettingsRelayRoutes({ endpoint: smtpRelay, heloName, returnPathOf, log }),
      direct: new DirectRoutes({ hops: direct, pool: new SystemPool(heloName), returnPathOf }),
    },
    returnPathOf,
    direct,
  });
  const senderPolicy = senderPolicyOf(services);
  return new ModeRoutes({
    tables,
    capture,
    live,
    reasonToRefuseDomain: (accountId, domain) => senderPolicy.reasonToRefuse(accountId, domain),
  });
});
