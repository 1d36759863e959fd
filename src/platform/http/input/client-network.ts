import ipaddr from "ipaddr.js";

/** An IPv4 address, or the /64 of an IPv6 address, which belongs to one client as a rule (RFC 6177). */
export function clientNetworkOf(ip: string | undefined): string {
  if (ip === undefined || !ipaddr.isValid(ip)) return "unknown";
  const address = ipaddr.process(ip);
  return address instanceof ipaddr.IPv6 ? address.parts.slice(0, 4).join(":") : address.toString();
}
