/**
 * An HTTP server on loopback that accepts every request; a path that begins with `/hang` gets no response. Sends its port to the parent,
 * and on each message the requests since the last one.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** `firstAt`: when the first of them came, in milliseconds since 1970. `ages`: milliseconds from the event to its request. */
export type Received = { count: number; firstAt: number; ages: number[] };

const CREATED_AT = /"created_at":"([^"]+)"/;
let received: Received = { count: 0, firstAt: 0, ages: [] };

const server = createServer((request, response) => {
  if (request.url?.startsWith("/hang")) return void request.resume();
  let createdAt: string | undefined;
  request.on("data", (chunk: Buffer) => {
    createdAt ??= CREATED_AT.exec(chunk.toString("latin1"))?.[1];
  });
  request.once("end", () => {
    const now = Date.now();
    received.firstAt ||= now;
    received.count += 1;
    received.ages.push(now - Date.parse(createdAt ?? ""));
    response.writeHead(204).end();
  });
});
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on("message", () => {
  process.send?.(received);
  received = { count: 0, firstAt: 0, ages: [] };
});
process.once("disconnect", () => process.exit());
