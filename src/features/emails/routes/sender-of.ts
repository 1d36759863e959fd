import type { FastifyReply, FastifyRequest } from "fastify";
import { holdBytes } from "../../../platform/http/index.ts";
import type { Sender } from "../accept/sender.ts";

export function senderOf({ principal }: FastifyRequest, reply: FastifyReply): Sender {
  const { accountId, keyId, limits } = principal;
  return { accountId, keyId, limits, hold: (bytes) => holdBytes(reply, bytes) };
}
