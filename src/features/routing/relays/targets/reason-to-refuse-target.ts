import { isIP } from "node:net";
import { isInsideName, reasonToRefuseAddress } from "../../../../platform/fetch/index.ts";
import type { RelayTarget } from "./relay-target.ts";

/** RFC 6409, RFC 8314, and what providers offer where 25 and 587 are blocked. Other ports speak other protocols. */
const openPorts: readonly number[] = [25, 465, 587, 2465, 2525, 2587];

const notPublic = "leads to an address that is not on the public internet";

/** Why a stranger may not have us connect there, whatever its name resolves to; null: see `resolvePublicHost` before connecting. */
export function reasonToRefuseTarget(target: RelayTarget): string | null {
  if (target.kind === "ses")
    return target.endpoint === null ? null : "must not name an endpoint: only Amazon's own are used";
  const { host, port } = target.endpoint;
  if (!openPorts.includes(port)) return `must use one of the ports ${openPorts.join(", ")}`;
  if (isIP(host) !== 0) return reasonToRefuseAddress(host);
  // Numbers that the system's resolver would take for an address: 127.1, 0x7f.1, 2130706433.
  return isInsideName(host) || /(^|\.)(\d+|0x[0-9a-f]*)\.?$/i.test(host) ? notPublic : null;
}
