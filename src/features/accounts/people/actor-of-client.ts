import { networkOf } from "../../../platform/network/index.ts";
import type { Actor } from "../../audit/index.ts";
import type { Client } from "../../sessions/index.ts";

/** A person as the author of an action, with the network of the client. */
export function actorOfClient(personId: string, { ip }: Client): Actor {
  return { personId, keyId: null, network: networkOf(ip) };
}
