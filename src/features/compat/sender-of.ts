import type { FastifyReply, FastifyRequest } from "fastify";
import { holdBytes } from "../../platform/http/index.ts";

/** Who sends, as the use cases of emails want to know it. */
export function senderOf({ principal }: FastifyRequest, reply: FastifyReply) {
  const { accountId, keyId, limits } = principal;
  return { accountId, keyId, limits, hold: (bytes: number) => holdBytes(reply, bytes) };
}

/** The surfaces take this header whether or not the other product knows it. */
export function idempotencyKeyOf({ headers }: FastifyRequest): { idempotencyKey?: string } {
  const key = headers["idempotency-key"];
  return key === undefined ? {} : { idempotencyKey: String(key) };
}
