import { isIPv6 } from "node:net";
import type { Family, MailHost } from "../../../mail/dns/index.ts";

/** Addresses tried in one attempt. The next attempt begins again with the first. */
const MAX_TARGETS = 5;

type Target = { host: MailHost; address: string };

/** A source address reaches only servers of its own address family. Null: the system chooses it. */
export function targetsOf(hosts: readonly MailHost[], localAddress: string | null): Target[] {
  const usable = hosts.map(({ addresses }) =>
    localAddress === null ? addresses : addresses.filter(({ family }) => family === familyOf(localAddress)),
  );
  // The first addresses of each host, one of each family, then the second ones: neither a host with many dead addresses nor a family
  // that does not work here may keep out the others (RFC 8305 §4).
  const byFamily = usable.map((addresses) => [...Map.groupBy(addresses, ({ family }) => family).values()]);
  const rounds = Math.max(0, ...byFamily.flat().map(({ length }) => length));
  return Array.from({ length: rounds }, (_, round) =>
    hosts.flatMap((host, n) =>
      (byFamily[n] ?? []).flatMap((addresses) => {
        const address = addresses[round]?.address;
        return address === undefined ? [] : [{ host, address }];
      }),
    ),
  )
    .flat()
    .slice(0, MAX_TARGETS);
}

export function familyOf(address: string): Family {
  return isIPv6(address) ? 6 : 4;
}

/** The families of a domain's servers. */
export function familiesOf(hosts: readonly MailHost[]): ReadonlySet<Family> {
  return new Set(hosts.flatMap(({ addresses }) => addresses.map(({ family }) => family)));
}
