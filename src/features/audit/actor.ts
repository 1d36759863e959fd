import type { FastifyRequest } from "fastify";
import { networkOf } from "../../platform/network/index.ts";

/** The author of an action. Without person and key: the operator on the command line, or the program itself. */
export type Actor = { personId: string | null; keyId: number | null; network: string | null };

export const OPERATOR: Actor = { personId: null, keyId: null, network: null };

/** Actions in `BY_SYSTEM` are the program's; all others are the operator's. */
export const SYSTEM: Actor = { ...OPERATOR };

export function actorOf({ principal, ip }: FastifyRequest): Actor {
  return { personId: principal.personId, keyId: principal.keyId, network: networkOf(ip ?? "") };
}
