import type { DomainDeps } from "../../features/domains/index.ts";
import { DnsClient } from "../../mail/dns/index.ts";
import { secretsOf } from "./secrets.ts";
import { once } from "./services.ts";
import { notifyUsersFromInstanceOf } from "./system-mail.ts";

/** Management of sender domains, and checks of their DNS. */
export const domainsOf = once((services): DomainDeps => {
  const { config, database, log } = services;
  return {
    database,
    log,
    secrets: secretsOf(services),
    dns: new DnsClient({ servers: config.dnsServers ?? undefined, cache: { maxEntries: 0 } }),
    hosts: { inbound: config.inboundHost, web: new URL(config.baseUrl).hostname },
    baseUrl: config.baseUrl,
    notifyUsers: notifyUsersFromInstanceOf(services),
  };
});
