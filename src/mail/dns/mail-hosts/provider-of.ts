import { getDomain } from "tldts";

/**
 * The mailbox provider of a domain, derived from names: the registrable domain of its best host, or the alphabetically first
 * of several best hosts, whatever their order. A name without a public suffix stands for itself. Customers of one cloud,
 * such as those below compute.amazonaws.com, share a provider neither with each other nor with the cloud's own mail service.
 */
export function providerOf(hosts: readonly { name: string; preference: number }[]): string | null {
  const best = Math.min(...hosts.map(({ preference }) => preference));
  const providers = hosts
    .filter(({ preference }) => preference === best)
    .map(({ name }) => organizationalDomain(name));
  return providers.toSorted()[0] ?? null;
}

/**
 * RFC 7489 §3.2, with the complete list: customers of one provider (a.github.io, b.github.io) are separate organizations.
 */
export function organizationalDomain(name: string): string {
  return getDomain(name, { allowPrivateDomains: true }) ?? name;
}
