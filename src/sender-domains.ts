/** Composition of sender domains, for the HTTP side: their routes and their checks. */
import type { Config } from "./config.ts";
import { notifyUsers } from "./features/accounts/index.ts";
import type { DomainDeps } from "./features/domains/index.ts";
import { DnsClient } from "./mail/dns/index.ts";
import { composeNotices } from "./notices.ts";
import type { Database } from "./platform/db/index.ts";
import { openInstanceSecrets } from "./platform/secrets/index.ts";
import type { Logger } from "./platform/telemetry/index.ts";

type Given = { config: Config; log: Logger; database: Database };

export function composeSenderDomains({ config, log, database }: Given): DomainDeps {
  return {
    database,
    log,
    secrets: openInstanceSecrets({ dataDir: config.dataDir, key: config.secretKey }),
    dns: new DnsClient({ servers: config.dnsServers ?? undefined, cache: { maxEntries: 0 } }),
    hosts: { inbound: config.inboundHost, web: new URL(config.baseUrl).hostname },
    baseUrl: config.baseUrl,
    notifyUsers: notifyUsers.bind(null, {
      database,
      log,
      sendSystemMail: composeNotices({ config, log, database }, { fromUs: true }),
    }),
  };
}
