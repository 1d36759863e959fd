import { isIP } from "node:net";
import type { GuardExceptions } from "./guard-exceptions.ts";
import { reasonToRefuseAddress } from "./reason-to-refuse-address.ts";
import { type Resolved, resolveName } from "./resolve-host.ts";
import { isInsideName } from "./target.ts";

const NOT_PUBLIC = { ok: false, reason: "leads to an address that is not on the public internet" } as const;

/**
 * Resolves a host that a user named for a protocol other than HTTP, once, and checks all addresses. Callers connect only to
 * the returned addresses. One private address refuses the host.
 */
export async function resolvePublicHost(
  host: string,
  { resolve = resolveName }: Pick<GuardExceptions, "resolve"> = {},
): Promise<Resolved> {
  if (isInsideName(host)) return NOT_PUBLIC;
  const addresses = isIP(host) === 0 ? await resolve(host).catch(() => []) : [host];
  if (addresses.length === 0) return { ok: false, reason: "names a host that cannot be found" };
  return addresses.some((address) => reasonToRefuseAddress(address) !== null)
    ? NOT_PUBLIC
    : { ok: true, addresses };
}
