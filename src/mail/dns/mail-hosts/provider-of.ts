import { getDomain } from "tldts";

/**
 * The mailbox provider of a domain, derived from names: the registrable domain of its best host. If several hosts are best,
 * the alphabetically first domain counts, in whatever order the hosts are listed. A name without a public suffix is used as
 * it is. Each customer of a cloud, such as a host below compute.amazonaws.com, counts as a provider of its own, apart from
 * the cloud's own mail service.
 */
export function providerOf(hosts: readonly { name: string; preference: number }[]): string | null {
  const best = Math.min(...hosts.map(({ preference }) => preference));
  const providers = hosts
    .filter(({ preference }) => preference === best)
    .map(({ name }) => organizationalDomain(name));
  return providers.toSorted()[0] ?? null;
}

/**
 * RFC 7489 §3.2, with the private section of the Public Suffix List: customers of one provider (a.github.io, b.github.io)
 * are separate organizations.
 */
export function organizationalDomain(name: string): string {
  return getDomain(name, { allowPrivateDomains: true }) ?? name;
}
