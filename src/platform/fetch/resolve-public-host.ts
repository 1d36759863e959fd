import { isIP } from "node:net";
import type { Outside } from "./outside.ts";
import { reasonToRefuseAddress } from "./reason-to-refuse-address.ts";
import { type Resolved, resolveName } from "./resolve-host.ts";
import { isInsideName } from "./target.ts";

const notPublic = { ok: false, reason: "leads to an address that is not on the public internet" } as const;

/**
 * The addresses of a host that a user named for another protocol than HTTP: asked for once, all of them checked, to be connected to
 * and nothing else. One that is not public is enough to refuse them all.
 */
export async function resolvePublicHost(
  host: string,
  { resolve = resolveName }: Pick<Outside, "resolve"> = {},
): Promise<Resolved> {
  if (isInsideName(host)) return notPublic;
  const addresses = isIP(host) === 0 ? await resolve(host).catch(() => []) : [host];
  if (addresses.length === 0) return { ok: false, reason: "names a host that cannot be found" };
  return addresses.some((address) => reasonToRefuseAddress(address) !== null)
    ? notPublic
    : { ok: true, addresses };
}
