import { randomUUIDv7 } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** Long enough for the ids of every tracing system, without characters that could break a header, a log line or a page. */
const HARMLESS_TOKEN = /^[A-Za-z0-9_-]{8,64}$/;

/** The caller's own X-Request-Id if it is a harmless token, otherwise a new id. */
export function requestIdFor(request: IncomingMessage): string {
  const requested = request.headers["x-request-id"];
  return typeof requested === "string" && HARMLESS_TOKEN.test(requested) ? requested : randomUUIDv7();
}
