import { isIPv4 } from "node:net";
import { resolvePublicHost } from "../../../../platform/fetch/index.ts";

export type Located = { ok: true; address: string } | { ok: false; reason: string };

/** Resolves a host that an untrusted account named to an address to connect to. `reason` completes a sentence about the host. */
export async function locateRelay(host: string): Promise<Located> {
  const resolved = await resolvePublicHost(host);
  if (!resolved.ok) return resolved;
  // IPv4 first, because not every machine has an IPv6 route.
  const address = resolved.addresses.find((candidate) => isIPv4(candidate)) ?? resolved.addresses[0];
  return address === undefined ? { ok: false, reason: "has no address" } : { ok: true, address };
}
