import type { FastifyRequest } from "fastify";
import { networkOf } from "../../platform/network/index.ts";

/** The author of an action. Without person and key: the operator on the command line, or the program itself. */
export type Actor = { personId: string | null; keyId: number | null; network: string | null };

export const OPERATOR: Actor = { personId: null, keyId: null, network: null };

/** Without person and key, the program did the actions in `BY_SYSTEM`, and the operator did all others. */
export const SYSTEM: Actor = { ...OPERATOR };

export function actorOf({ principal, ip }: FastifyRequest): Actor {
  return { personId: principal.personId, keyId: principal.keyId, network: networkOf(ip ?? "") };
}
