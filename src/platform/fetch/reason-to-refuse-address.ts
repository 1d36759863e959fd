import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import ipaddr, { type IPv4, type IPv6 } from "ipaddr.js";

const NOT_PUBLIC = "leads to an address that is not on the public internet";

/**
 * Why an address must not be connected to, or null. Public addresses are IPv4 outside the special ranges, and IPv6 inside
 * 2000::/3 outside its special ranges (RFC 6890 and its registries). An IPv6 address that embeds an IPv4 address is refused
 * even if the IPv4 address is public: users do not need such addresses, and the address to which a gateway translates it is
 * unknown.
 */
export function reasonToRefuseAddress(
  text: string,
  localAddresses: readonly string[] = ownAddresses(),
): string | null {
  // ipaddr.js also accepts spellings such as 1.2.3 and 0x7f.1, which no resolver returns.
  if (isIP(text) === 0) return NOT_PUBLIC;
  const address = ipaddr.parse(text);
  if (address.range() !== "unicast" || isListed(address) || isOneOf(localAddresses, address))
    return NOT_PUBLIC;
  return address.kind() === "ipv6" && !isGlobalIPv6(address as IPv6) ? NOT_PUBLIC : null;
}

/**
 * Ranges that ipaddr.js does not know. Cloud metadata servers are listed, although most are in a refused range, so that
 * they stay refused if the ranges change.
 */
const LISTED: readonly (readonly [string, string])[] = [
  ["169.254.169.254/32", "metadata: AWS, Google, Azure and others"],
  ["100.100.100.200/32", "metadata: Alibaba"],
  ["192.0.0.192/32", "metadata: Oracle"],
  ["168.63.129.16/32", "Azure's own channel to its machines, from a range that looks public"],
  ["fd00:ec2::254/128", "metadata: AWS over IPv6"],
  ["fd20:ce::254/128", "metadata: Google over IPv6"],
  ["192.88.99.0/24", "6to4 relays (RFC 7526)"],
  ["64:ff9b::/96", "NAT64 (RFC 6052)"],
  ["64:ff9b:1::/48", "NAT64, local use (RFC 8215)"],
  ["2001::/23", "IETF protocols, among them Teredo (RFC 2928, RFC 4380)"],
  ["2001:db8::/32", "documentation (RFC 3849)"],
  ["2002::/16", "6to4 (RFC 3056)"],
  ["3fff::/20", "documentation (RFC 9637)"],
];
const LISTED_RANGES = LISTED.map(([range]) => ipaddr.parseCIDR(range));

function isListed(address: IPv4 | IPv6): boolean {
  return LISTED_RANGES.some(([network, bits]) => {
    return network.kind() === address.kind() && address.match(network, bits);
  });
}

/**
 * RFC 4291 §2.4 and the IANA registry: global unicast is 2000::/3. ISATAP addresses (RFC 5214 §6.1) may have any prefix and
 * embed an IPv4 address.
 */
function isGlobalIPv6({ parts }: IPv6): boolean {
  const [first = 0, , , , fifth = 0, sixth] = parts;
  const isIsatap = sixth === 0x5efe && (fifth & ~0x0200) === 0;
  return first >> 13 === 1 && !isIsatap;
}

/** Services of this machine may listen on its public address for local use only. */
function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((entries) =>
    (entries ?? []).map(({ address }) => address),
  );
}

/** Compares parsed addresses, because an IPv6 address has many spellings. */
function isOneOf(localAddresses: readonly string[], address: IPv4 | IPv6): boolean {
  return localAddresses.some(
    (text) => isIP(text) !== 0 && ipaddr.parse(text).toString() === address.toString(),
  );
}
