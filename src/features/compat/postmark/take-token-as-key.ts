import type { FastifyRequest } from "fastify";
import { compatErrors } from "../errors.ts";

/** A server token is an API key of ours; from here on it is treated as one. No other credential counts. */
export async function takeTokenAsKey({ raw: { headers } }: FastifyRequest): Promise<void> {
  const token = headers["x-postmark-server-token"];
  if (typeof token === "string" && token !== "") headers.authorization = `Bearer ${token}`;
  else if (headers["x-postmark-account-token"] !== undefined)
    throw compatErrors.not_implemented(
      "Posthouse has no account API behind its Postmark-compatible one. See docs/compat.md for what there is.",
    );
  else delete headers.authorization;
}
