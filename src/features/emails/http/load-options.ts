import type { FastifyReply } from "fastify";
import { clientSignal, holdBytes } from "../../../platform/http/index.ts";
import type { Hold } from "../messages/message-contents.ts";

/** For requests that load stored contents: `signal` aborts when the client disconnects, and `hold` counts the bytes as the request's. */
export function loadOptions(reply: FastifyReply): { signal: AbortSignal; hold: Hold } {
  return { signal: clientSignal(reply), hold: (bytes) => holdBytes(reply, bytes) };
}
