import type { FastifyRequest } from "fastify";

/** A server token is an API key of ours; from here on it is treated as one. No other credential counts. */
export async function takeTokenAsKey({ raw: { headers } }: FastifyRequest): Promise<void> {
  const token = headers["x-postmark-server-token"];
  if (typeof token === "string" && token !== "") headers.authorization = `Bearer ${token}`;
  else delete headers.authorization;
}
