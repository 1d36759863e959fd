import type { FastifyRequest } from "fastify";
import { sessionErrors } from "./errors.ts";

const READING_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses with `cross_origin` what a browser sends from a page that is not ours. Browsers tell `Sec-Fetch-Site`, or at least `Origin` with
 * everything but GET and HEAD (Fetch §3.2), and pages can forge neither. Who sends neither is no browser, and holds
 * the cookie because somebody gave it to them.
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

/** The configured address, or the host that was asked: behind a port forwarding the two differ. */
function isOurs(origin: string, request: FastifyRequest, baseUrl: string): boolean {
  if (origin === baseUrl) return true;
  return URL.canParse(origin) && new URL(origin).host === request.headers.host;
}
