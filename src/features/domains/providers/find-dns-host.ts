import { organizationalDomain } from "../../../mail/dns/index.ts";
import type { DomainDeps } from "../domain-deps.ts";
import { type DnsProvider, dnsProviderOf } from "./dns-providers.ts";

export type DnsHost = {
  /** The zone that holds the domain's records: the domain or its organizational domain. */
  zone: string;
  nameServers: string[];
  provider: DnsProvider | null;
};

/** Finds where a domain's DNS records are edited. A zone without a reply has no name servers. */
export async function findDnsHost({ dns }: Pick<DomainDeps, "dns">, name: string): Promise<DnsHost> {
  const parent = organizationalDomain(name);
  const zones = name === parent ? [name] : [name, parent];
  for (const zone of zones) {
    const result = await dns.query(zone, "NS");
    if (result.ok && result.records.length > 0)
      return { zone, nameServers: [...result.records], provider: dnsProviderOf(result.records, zone) };
  }
  return { zone: parent, nameServers: [], provider: null };
}
