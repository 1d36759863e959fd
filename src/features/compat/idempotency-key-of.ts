import type { FastifyRequest } from "fastify";

/** Every surface accepts this header, even if the other product does not support it. */
export function idempotencyKeyOf({ headers }: FastifyRequest): { idempotencyKey?: string } {
  const key = headers["idempotency-key"];
  return key === undefined ? {} : { idempotencyKey: String(key) };
}
