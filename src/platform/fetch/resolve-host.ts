import { Resolver } from "node:dns/promises";
import { endpointOf, type GuardExceptions } from "./guard-exceptions.ts";
import { reasonToRefuseAddress } from "./reason-to-refuse-address.ts";
import { reasonToRefuseTarget, type Target } from "./target.ts";

export type Resolved = { ok: true; addresses: string[] } | { ok: false; reason: string };

/**
 * The timeout of each address of a name with several, in ms. Node's default of 500 ms gives up a distant server. With a longer one, an
 * address that does not respond would use up the timeout of the request. The kernel sends its third SYN after 3 s.
 */
export const ADDRESS_TIMEOUT_MS = 4_000;

/**
 * Resolves a target's addresses once and checks all of them. One private address refuses the target, because a name with
 * public and private addresses is a sign of DNS rebinding.
 */
export async function resolveHost(
  target: Target,
  { allow = [], resolve }: GuardExceptions,
): Promise<Resolved> {
  const addresses = target.isAddress
    ? [target.host]
    : await (resolve ?? resolveName)(target.host).catch(() => []);
  if (addresses.length === 0) return { ok: false, reason: "names a host that cannot be found" };
  if (addresses.every((address) => allow.includes(endpointOf(address, target.port))))
    return { ok: true, addresses };
  const reason =
    reasonToRefuseTarget(target) ??
    addresses.map((address) => reasonToRefuseAddress(address)).find((found) => found !== null);
  return reason ? { ok: false, reason } : { ok: true, addresses };
}

/**
 * getaddrinfo is not used, because it occupies a thread of Node's pool until a slow name server replies, and because it
 * reads /etc/hosts. Name servers do not know `localhost`, which always means this machine (RFC 6761 §6.3).
 */
export async function resolveName(name: string): Promise<string[]> {
  if (/(^|\.)localhost$/i.test(name)) return ["127.0.0.1", "::1"];
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  return found.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
}
