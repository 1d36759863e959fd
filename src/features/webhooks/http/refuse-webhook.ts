import type { IncomingMessage, ServerResponse } from "node:http";

/** Loop Detected (RFC 5842 §7.2). */
const LOOP_DETECTED = 508;

/**
 * Refuses a webhook's request that arrives at a Posthouse: by another name than the one that the webhook's URL is checked for, or through a
 * proxy. A link of tracked mail, for example, would make an event of each event, without end. Returns false for other requests.
 */
export function refuseWebhook({ headers }: IncomingMessage, response: ServerResponse): boolean {
  if (headers["user-agent"] !== "Posthouse" || headers["webhook-id"] === undefined) return false;
  response.writeHead(LOOP_DETECTED, { "content-type": "text/plain", connection: "close" });
  response.end("A webhook must not lead to a Posthouse server.\n");
  return true;
}
