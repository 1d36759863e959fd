import ipaddr from "ipaddr.js";

/**
 * The network that counts as one client: an IPv4 address, or an IPv6 /64, because every subscriber has at least one. A
 * wider network (a /24) would also block unrelated customers of the same provider. Limits per account apply to clients with
 * many addresses.
 */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return "unknown";
  // An IPv4 client of a dual-stack socket appears as ::ffff:a.b.c.d (RFC 4291 §2.5.5.2).
  const address = ipaddr.process(ip);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  return `${new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}
