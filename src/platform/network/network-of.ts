import ipaddr from "ipaddr.js";

/**
 * The network that counts as one client: an IPv4 address, or the /64 that an IPv6 subscriber gets at least. Anything wider
 * (a /24) would lock out neighbours who share only a provider. The limits per account cover clients with many addresses.
 */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return "unknown";
  // An IPv4 client of a dual-stack socket appears as ::ffff:a.b.c.d (RFC 4291 §2.5.5.2).
  const address = ipaddr.process(ip);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  return `${new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}
