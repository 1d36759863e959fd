import type { FastifyReply } from "fastify";
import { clientSignal, holdBytes } from "../../../platform/http/index.ts";
import type { Hold } from "../messages/message-contents.ts";

/**
 * For requests that load stored contents: `signal` aborts when the client disconnects, and `hold` counts the bytes as the request's.
 * `owner`: the account, if the request proves it without a credential.
 */
export function loadOptions(reply: FastifyReply, owner?: string): { signal: AbortSignal; hold: Hold } {
  return { signal: clientSignal(reply), hold: (bytes) => holdBytes(reply, bytes, owner) };
}
