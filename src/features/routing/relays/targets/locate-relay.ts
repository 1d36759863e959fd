import { isIPv4 } from "node:net";
import { resolvePublicHost } from "../../../../platform/fetch/index.ts";

export type Located = { ok: true; address: string } | { ok: false; reason: string };

/** The address to connect to of a host that a stranger named. `reason` completes a sentence about the host. */
export async function locateRelay(host: string): Promise<Located> {
  const resolved = await resolvePublicHost(host);
  if (!resolved.ok) return resolved;
  // Not every machine has a route for IPv6.
  const address = resolved.addresses.find((one) => isIPv4(one)) ?? resolved.addresses[0];
  return address === undefined ? { ok: false, reason: "has no address" } : { ok: true, address };
}
