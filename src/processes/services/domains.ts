import type { DomainDeps } from "../../features/domains/index.ts";
import { dnsOf } from "./dns.ts";
import { secretsOf } from "./secrets.ts";
import { once } from "./services.ts";
import { notifyUsersFromInstanceOf } from "./system-mail.ts";

/** Management of sender domains, and checks of their DNS. */
export const domainsOf = once((services): DomainDeps => {
  const { config, database, log } = services;
  const dns = dnsOf(services);
  return {
    database,
    log,
    secrets: secretsOf(services),
    dns: { query: (name, type) => dns.query(name, type, { fresh: true }) },
    hosts: { inbound: config.inboundHost, web: new URL(config.baseUrl).hostname },
    baseUrl: config.baseUrl,
    notifyUsers: notifyUsersFromInstanceOf(services),
  };
});
