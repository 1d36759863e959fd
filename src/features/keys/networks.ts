/** Networks that a key may be used from: parses CIDR and matches clients. */
import ipaddr from "ipaddr.js";

export type Network = [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number];

/** Parses an address or a CIDR network into its normal form (`10.0.0.0/8`, `2001:db8::/32`); null for anything else. */
export function readNetwork(text: string): string | null {
  const network = text.includes("/")
    ? parseNetwork(text)
    : parseNetwork(`${text}/${text.includes(":") ? 128 : 32}`);
  if (!network) return null;
  const [address, bits] = network;
  const first =
    address instanceof ipaddr.IPv6
      ? ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`)
      : ipaddr.IPv4.networkAddressFromCIDR(`${address}/${bits}`);
  return `${first}/${bits}`;
}

/** Turns networks from `readNetwork` into a form that clients can be matched against. */
export function parseNetworks(texts: readonly string[]): Network[] {
  return texts.map(parseNetwork).filter((network) => network !== null);
}

/** An IPv4 client of a dual-stack socket (`::ffff:a.b.c.d`, RFC 4291 §2.5.5.2) is in IPv4 networks. */
export function isInNetworks(ip: string, networks: readonly Network[]): boolean {
  if (!ipaddr.isValid(ip)) return false;
  const client = ipaddr.process(ip);
  return networks.some((network) => network[0].kind() === client.kind() && client.match(network as never));
}

const IPV4_MAPPED_BITS = 96;

/** Only dotted decimals with four parts: programs disagree on older forms (octal, hex, `10.1`). */
function parseNetwork(text: string): Network | null {
  if (!text.includes(":"))
    return ipaddr.IPv4.isValidCIDRFourPartDecimal(text) ? ipaddr.IPv4.parseCIDR(text) : null;
  // A zone (RFC 4007 §11) names an interface of one machine.
  if (text.includes("%") || !ipaddr.IPv6.isValidCIDR(text)) return null;
  const [address, bits] = ipaddr.IPv6.parseCIDR(text);
  if (!address.isIPv4MappedAddress()) return [address, bits];
  return bits < IPV4_MAPPED_BITS ? null : [address.toIPv4Address(), bits - IPV4_MAPPED_BITS];
}
