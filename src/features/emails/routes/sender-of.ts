import type { FastifyReply, FastifyRequest } from "fastify";
import { clientSignal, holdBytes } from "../../../platform/http/index.ts";
import type { Sender } from "../accept/sender.ts";

export function senderOf({ principal }: FastifyRequest, reply: FastifyReply): Sender {
  const { accountId, keyId, limits } = principal;
  return {
    accountId,
    keyId,
    limits,
    hold: (bytes) => holdBytes(reply, bytes),
    // Made when it is asked for: most requests are over before anybody could leave.
    get signal() {
      return clientSignal(reply);
    },
  };
}
