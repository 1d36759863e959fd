import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";

export type Outside = {
  origin: string;
  /** The requests, in order. */
  hits: { path: string; headers: IncomingHttpHeaders }[];
  close(): Promise<void>;
};

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** A foreign server that responds to every request with an image and records the requests. */
export async function startOutside(): Promise<Outside> {
  const hits: Outside["hits"] = [];
  const server = createServer((request, response) => {
    hits.push({ path: request.url ?? "", headers: request.headers });
    response.writeHead(200, { "content-type": "image/png", "access-control-allow-origin": "*" }).end(PIXEL);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    hits,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
