import type { FastifyRequest } from "fastify";

/** Who sends, as the use cases of emails want to know it. */
export function senderOf({ principal }: FastifyRequest) {
  return { accountId: principal.accountId, keyId: principal.keyId, limits: principal.limits };
}

/** The surfaces take this header whether or not the other product knows it. */
export function idempotencyKeyOf({ headers }: FastifyRequest): { idempotencyKey?: string } {
  const key = headers["idempotency-key"];
  return key === undefined ? {} : { idempotencyKey: String(key) };
}
