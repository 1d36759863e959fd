import type { FastifyRequest } from "fastify";
import { sessionErrors } from "./errors.ts";

const READING_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses requests from pages of other sites with `cross_origin`. Browsers send `Sec-Fetch-Site`, or at least `Origin` with every
 * method except GET and HEAD (Fetch §3.2), and pages can forge neither. A client that sends neither is not a browser, and has the
 * cookie only because its user supplied it.
 */
export function refuseOtherOrigins(request: FastifyRequest, baseUrl: string): void {
  if (READING_METHODS.has(request.method)) return;
  const site = request.headers["sec-fetch-site"];
  const { origin } = request.headers;
  const ours =
    site === undefined ? origin === undefined || isOurs(origin, request, baseUrl) : site === "same-origin";
  if (!ours)
    throw sessionErrors.cross_origin(
      "This request came from another site. Open the dashboard itself and try again.",
    );
}

/** The origin of the configured address, or of the requested host: behind port forwarding the two differ. */
function isOurs(origin: string, request: FastifyRequest, baseUrl: string): boolean {
  if (origin === baseUrl) return true;
  return URL.canParse(origin) && new URL(origin).host === request.headers.host;
}
