import type { DnsClient } from "../../../mail/dns/index.ts";
import { MtaSts, tlsPolicyFor } from "../../../mail/tls-policy/index.ts";
import type { Database } from "../../../platform/db/index.ts";
import { guardedFetch, reasonToRefuseAddress } from "../../../platform/fetch/index.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";
import { DestinationDirectory } from "./destination-directory.ts";
import { DirectHops } from "./direct-hops.ts";
import { DirectTransport } from "./direct-transport.ts";
import { ownFamilies } from "./own-families.ts";
import { ProviderDomains } from "./provider-domains.ts";
import { HostMemory } from "./providers/host-memory.ts";
import { StsPolicies } from "./sts-policies.ts";

export type DirectOptions = {
  database: Database;
  log: Logger;
  dns: DnsClient;
  /** The port of the recipients' servers. */
  port: number;
  /** Whether mail may be sent to private addresses: in a private network, and in tests. */
  mayUsePrivateAddresses: boolean;
  /** Host names under which this instance receives mail (RFC 5321 §5.1). */
  ownNames: readonly string[];
  /** The time until a connection without a greeting loses its place in the throttle. Only tests set it. */
  silentMs?: number;
};

/** Builds the parts of direct delivery: TLS policies, connections and throttles. */
export function composeDirect(options: DirectOptions): DirectHops {
  const { database, log, dns, port } = options;
  const providers = new ProviderDomains({ database, log });
  const policies = new StsPolicies(database);
  const mtaSts = new MtaSts({
    dns,
    fetch: guardedFetch,
    load: (domain) => policies.load(domain),
    save: (policy) => policies.save(policy),
  });
  return new DirectHops({
    memory: new HostMemory({ database, log }),
    directory: new DestinationDirectory({
      dns,
      reasonToRefuseAddress: options.mayUsePrivateAddresses
        ? () => null
        : (address) => reasonToRefuseAddress(address),
      families: () => ownFamilies(options),
      ownNames: options.ownNames,
      onFound: (domain, provider) => providers.add(domain, provider),
    }),
    transport: new DirectTransport({
      port,
      silentMs: options.silentMs,
      // Rejects when the database, which stores the policies, is unavailable. That is an internal failure and defers no mail.
      tlsPolicyOf: ({ domain, authenticated }, host) =>
        tlsPolicyFor({ dns, mtaSts, domain, host, listAuthenticated: authenticated, port }),
    }),
  });
}
