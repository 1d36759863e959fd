import { networkOf } from "../../../platform/network/index.ts";
import type { Actor } from "../../audit/index.ts";
import type { Client } from "../../sessions/index.ts";

/** The author of an action that starts a session, so that the request has no session yet. */
export function actorOfClient(personId: string, { ip }: Client): Actor {
  return { personId, keyId: null, network: networkOf(ip) };
}
