import ipaddr from "ipaddr.js";
import type { AddressDetail, AgentDetail } from "../settings/queries.ts";
import { agentFamily } from "./agent-family.ts";

/** Prefix lengths of the networks that are stored instead of addresses. Longer ones would identify a household, shorter ones not even a company. */
const NETWORK_BITS = { ipv4: 24, ipv6: 48 } as const;

/** Returns the part of an IP address that the account stores: an address, a network as `192.0.2.0/24`, or null. */
export function keepAddress(address: string, detail: AddressDetail): string | null {
  if (detail === "none" || !ipaddr.isValid(address)) return null;
  const parsed = ipaddr.process(address.replace(/%.*$/s, ""));
  if (detail === "full") return parsed.toString();
  const bits = NETWORK_BITS[parsed.kind()];
  const network =
    parsed.kind() === "ipv4"
      ? ipaddr.IPv4.networkAddressFromCIDR(`${parsed.toString()}/${bits}`)
      : ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${bits}`);
  return `${network.toString()}/${bits}`;
}

/** Returns the part of a user agent that the account stores: all of it, the program's name, or null. */
export function keepAgent(agent: string, detail: AgentDetail): string | null {
  if (detail === "none" || agent === "") return null;
  return detail === "full" ? agent : agentFamily(agent);
}
