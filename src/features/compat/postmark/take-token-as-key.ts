import type { FastifyRequest } from "fastify";
import { compatErrors } from "../errors.ts";

/** Converts the server token, which is a Posthouse API key, to a bearer token. Other credentials are ignored. */
export async function takeTokenAsKey({ raw: { headers } }: FastifyRequest): Promise<void> {
  const token = headers["x-postmark-server-token"];
  if (typeof token === "string" && token !== "") headers.authorization = `Bearer ${token}`;
  else if (headers["x-postmark-account-token"] !== undefined)
    throw compatErrors.not_implemented(
      "Posthouse's Postmark-compatible API has no account API. See docs/compat.md for the supported parts.",
    );
  else delete headers.authorization;
}
