import { getDomain } from "tldts";

/**
 * Who runs a domain's mail, as far as names tell: the registrable domain of its best host. Of several best ones the first in the
 * alphabet, whatever order they were drawn in. A name that hangs on no public suffix stands for itself. Customers of one cloud, such as
 * those below compute.amazonaws.com, do not share an operator with each other, nor with the cloud's own mail service.
 */
export function providerOf(hosts: readonly { name: string; preference: number }[]): string | null {
  const best = Math.min(...hosts.map(({ preference }) => preference));
  const operators = hosts
    .filter(({ preference }) => preference === best)
    .map(({ name }) => organizationalDomain(name));
  return operators.toSorted()[0] ?? null;
}

/** RFC 7489 §3.2, by the whole list: customers of one provider (a.github.io, b.github.io) must not pass for each other. */
export function organizationalDomain(name: string): string {
  return getDomain(name, { allowPrivateDomains: true }) ?? name;
}
