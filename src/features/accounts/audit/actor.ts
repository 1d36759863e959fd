import type { FastifyRequest } from "fastify";
import { networkOf } from "../../../platform/network/index.ts";

/** Who does something that an account remembers. Neither user nor key: the operator, on the command line, or the program itself. */
export type Actor = { userId: string | null; keyId: number | null; network: string | null };

export const operator: Actor = { userId: null, keyId: null, network: null };

/** What it does by itself is told by the action (`bySystem`). */
export const system: Actor = { ...operator };

export function actorOf({ principal, ip }: FastifyRequest): Actor {
  return { userId: principal.userId, keyId: principal.keyId, network: networkOf(ip ?? "") };
}
