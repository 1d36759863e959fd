import ipaddr from "ipaddr.js";
import type { AddressDetail, AgentDetail } from "../settings/queries.ts";
import { agentFamily } from "./agent-family.ts";

/** The networks that are stored instead of addresses: small enough to identify a company, too large for a household. */
const NETWORK_BITS = { ipv4: 24, ipv6: 48 } as const;

/** As much of an address as the account stores. */
export function keepAddress(address: string, detail: AddressDetail): string | null {
  if (detail === "none" || !ipaddr.isValid(address)) return null;
  const parsed = ipaddr.process(address);
  if (detail === "full") return parsed.toString();
  const bits = NETWORK_BITS[parsed.kind()];
  const network =
    parsed.kind() === "ipv4"
      ? ipaddr.IPv4.networkAddressFromCIDR(`${parsed.toString()}/${bits}`)
      : ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${bits}`);
  return `${network.toString()}/${bits}`;
}

/** As much of an agent as the account stores. */
export function keepAgent(agent: string, detail: AgentDetail): string | null {
  if (detail === "none" || agent === "") return null;
  return detail === "full" ? agent : agentFamily(agent);
}
