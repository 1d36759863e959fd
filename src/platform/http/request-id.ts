import { randomUUIDv7 } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** Long enough for every tracing system's ids, and nothing that could break a header, a log line or a page. */
const harmlessToken = /^[A-Za-z0-9_-]{8,64}$/;

/** The caller's own X-Request-Id where it is a harmless token, else a new id. */
export function requestIdFor(request: IncomingMessage): string {
  const given = request.headers["x-request-id"];
  return typeof given === "string" && harmlessToken.test(given) ? given : randomUUIDv7();
}
