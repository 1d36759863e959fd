import type { FastifyRequest } from "fastify";

/** The surfaces take this header whether or not the other product knows it. */
export function idempotencyKeyOf({ headers }: FastifyRequest): { idempotencyKey?: string } {
  const key = headers["idempotency-key"];
  return key === undefined ? {} : { idempotencyKey: String(key) };
}
