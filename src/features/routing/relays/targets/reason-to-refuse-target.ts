import { isIP } from "node:net";
import { isInsideName, reasonToRefuseAddress } from "../../../../platform/fetch/index.ts";
import type { RelayTarget } from "./relay-target.ts";

/** The ports of RFC 6409 and RFC 8314, and those that providers offer where 25 and 587 are blocked. Other ports serve other protocols. */
const ALLOWED_PORTS: readonly number[] = [25, 465, 587, 2465, 2525, 2587];

const NOT_PUBLIC = "leads to an address that is not on the public internet";

/** Returns why an untrusted account may not use this target, or null. The name is resolved only before connecting (`resolvePublicHost`). */
export function reasonToRefuseTarget(target: RelayTarget): string | null {
  if (target.kind === "ses")
    return target.endpoint === null
      ? null
      : "must not have the option endpoint: only Amazon's own endpoints are allowed";
  const { host, port } = target.endpoint;
  if (!ALLOWED_PORTS.includes(port)) return `must use one of the ports ${ALLOWED_PORTS.join(", ")}`;
  if (isIP(host) !== 0) return reasonToRefuseAddress(host);
  // The system's resolver reads such numbers as addresses: 127.1, 0x7f.1, 2130706433.
  return isInsideName(host) || /(^|\.)(\d+|0x[0-9a-f]*)\.?$/i.test(host) ? NOT_PUBLIC : null;
}
