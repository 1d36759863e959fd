import { networkInterfaces } from "node:os";
import type { Family } from "../../../mail/dns/index.ts";

const LINK_LOCAL = /^fe[89ab]/i;
/** RFC 4193 §1: not routed on the internet. Docker gives such addresses to machines without IPv6. */
const UNIQUE_LOCAL = /^f[cd]/i;

/** The address families over which this machine reaches mail servers. Those of other families are left out. */
export function ownFamilies(
  { mayUsePrivateAddresses }: { mayUsePrivateAddresses: boolean },
  interfaces = networkInterfaces(),
): Family[] {
  const own = Object.values(interfaces).flatMap((addresses) => addresses ?? []);
  const hasIPv6 = own.some(
    ({ family, internal, address }) =>
      family === "IPv6" &&
      !internal &&
      !LINK_LOCAL.test(address) &&
      (mayUsePrivateAddresses || !UNIQUE_LOCAL.test(address)),
  );
  return hasIPv6 ? [6, 4] : [4];
}
