/** Networks that filter mail and nothing else: no person's browser and no image proxy is in them. */
import ipaddr from "ipaddr.js";

export type Networks = readonly [ipaddr.IPv4 | ipaddr.IPv6, number][];

/** Microsoft 365 URLs and IP address ranges, endpoint sets 9 and 10 (Exchange Online Protection). */
export const MICROSOFT_FILTER = networks(
  "40.92.0.0/15",
  "40.107.0.0/16",
  "52.100.0.0/14",
  "52.238.78.88/32",
  "104.47.0.0/17",
  "2a01:111:f400::/48",
  "2a01:111:f403::/48",
);

/**
 * Barracuda Campus, "Email Gateway Defense IP Ranges Used for Configuration", by region: AU, CA, DE, IN, UK and US. As collected in
 * warmbly/warmbly, tracking/scanner-networks.txt (0b624e7).
 */
export const BARRACUDA_FILTER = networks(
  "3.24.133.128/25",
  "15.222.16.128/25",
  "18.184.203.224/27",
  "18.185.115.192/26",
  "35.157.190.224/27",
  "13.200.136.128/25",
  "18.133.136.96/27",
  "18.133.136.128/26",
  "35.176.92.96/27",
  "209.222.82.0/24",
);

export function isIn(ranges: Networks, address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return ranges.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits));
}

function networks(...ranges: string[]): Networks {
  return ranges.map((range) => ipaddr.parseCIDR(range));
}
