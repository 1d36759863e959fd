import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

/** A received request. `id`: its `webhook-id`. `type` and `emailId`: empty in the formats of Postmark and SendGrid. */
export type Received = {
  method: string;
  path: string;
  id: string;
  body: string;
  headers: IncomingHttpHeaders;
  type: string;
  emailId: string;
  at: number;
  /** The port of the sender, which identifies its process. */
  port: number;
};
/** `delayMs`: before the response. */
export type Reply = { status?: number; headers?: Record<string, string>; text?: string; delayMs?: number };

/** An HTTP server on loopback that records requests, and replies as the test wants, by default with 200. */
export async function startWebhookReceiver(reply: (received: Received, n: number) => Reply = () => ({})) {
  const received: Received[] = [];
  let replying = reply;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const { type = "", data } = JSON.parse(body) as { type?: string; data?: { email_id: string } };
    const { method = "", url: path = "", headers } = request;
    const id = String(headers["webhook-id"]);
    const emailId = data?.email_id ?? "";
    const entry = {
      method,
      path,
      id,
      body,
      headers,
      type,
      emailId,
      at: performance.now(),
      port: request.socket.remotePort ?? 0,
    };
    received.push(entry);
    const { status = 200, headers: more = {}, text = "ok", delayMs = 0 } = replying(entry, received.length);
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    response.writeHead(status, more).end(text);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}/hook`,
    received,
    setReply: (next: typeof reply) => {
      replying = next;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
