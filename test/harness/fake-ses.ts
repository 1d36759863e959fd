import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect } from "vitest";

export type SesBehavior = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** The key that the server knows. */
export const SES_KEY = {
  accessKeyId: "AKIAIOSFODNN7EXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
};

type SesRequest = { url: string; body: { Content?: { Raw?: { Data?: string } } } };

export type FakeSes = {
  endpoint: string;
  asked: SesRequest[];
  server: Server;
  /** The messages of the requests so far. */
  messages: () => string[];
  close: () => Promise<void>;
};

/** Starts a server in place of Amazon's HTTP API for SendEmail, in eu-west-1. */
export async function startFakeSes(behave: SesBehavior): Promise<FakeSes> {
  const asked: SesRequest[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    asked.push({ url: `${request.method} ${request.url}`, body: JSON.parse(body) });
    expect(request.headers.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE\/.*eu-west-1\/ses/,
    );
    behave(request, response, body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    asked,
    server,
    messages: () =>
      asked.map(({ body }) => Buffer.from(body.Content?.Raw?.Data ?? "", "base64").toString("latin1")),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** A reply of Amazon. `type`: the name of the error, or null. */
export const sesReply =
  (status: number, type: string | null, body: object): SesBehavior =>
  (_request, response) => {
    response.writeHead(status, {
      "content-type": "application/json",
      ...(type && { "x-amzn-errortype": type }),
    });
    response.end(JSON.stringify(body));
  };
