import type { FastifyRequest } from "fastify";
import { networkOf } from "../../platform/network/index.ts";

/** Who did something. Neither a person nor a key: the operator on the command line, or the program itself. */
export type Actor = { personId: string | null; keyId: number | null; network: string | null };

export const OPERATOR: Actor = { personId: null, keyId: null, network: null };

/** The action tells the program from the operator (`BY_SYSTEM`). */
export const SYSTEM: Actor = { ...OPERATOR };

export function actorOf({ principal, ip }: FastifyRequest): Actor {
  return { personId: principal.personId, keyId: principal.keyId, network: networkOf(ip ?? "") };
}
