/** Requests that no HTTP library would send, with raw sockets to a real server. */
import { type AddressInfo, connect, type Socket } from "node:net";
import { pino } from "pino";
import { Type } from "typebox";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type App, buildServer } from "../../src/platform/http/index.ts";

let app: App;
let port: number;

beforeAll(async () => {
  app = buildServer({ baseUrl: "http://localhost", trustedProxies: [], log: pino({ level: "silent" }) });
  app.post(
    "/api/echo",
    {
      bodyLimit: 10_000,
      schema: { body: Type.Object({ n: Type.String() }, { additionalProperties: false }) },
    },
    async (request) => request.body,
  );
  app.get("/api/ping", async () => ({ pong: true }));
  await app.listen({ host: "127.0.0.1", port: 0 });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());

function open(): Socket {
  return connect(port, "127.0.0.1");
}

/** Returns everything that the server sends until it closes, or until `enough` returns true. */
function converse(bytes: string | Buffer, enough: (text: string) => boolean = () => false): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = open();
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk.toString("latin1");
    if (enough(text)) socket.destroy();
  });
  socket.on("error", () => undefined);
  socket.on("close", () => resolve(text));
  socket.write(bytes);
  return promise;
}

function statusesOf(text: string): string[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status ?? "");
}

const head = "POST /api/echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
const smuggled = "GET /api/ping HTTP/1.1\r\nHost: localhost\r\n\r\n";

test.each([
  ["two lengths", `${head}Content-Length: 9\r\nContent-Length: 5\r\n\r\n{"n":"x"}`],
  ["a length and chunks", `${head}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
  ["an unknown transfer coding", `${head}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`],
  ["chunked not last", `${head}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`],
  ["a space before the colon", `${head}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`],
  ["a folded header", `${head}X-A: b\r\n c: d\r\nContent-Length: 0\r\n\r\n`],
  ["bare line feeds", "GET /api/ping HTTP/1.1\nHost: localhost\n\n"],
  ["a bare carriage return", "GET /api/ping HTTP/1.1\r\nHost: localhost\r\nX: a\rb\r\n\r\n"],
  ["NUL in a header", "GET /api/ping HTTP/1.1\r\nHost: localhost\r\nX: a\0b\r\n\r\n"],
  ["a negative length", `${head}Content-Length: -1\r\n\r\n`],
  ["a length that is not a number", `${head}Content-Length: 0x9\r\n\r\n{"n":"x"}`],
  ["a chunk size that is not a number", `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n0\r\n\r\n`],
  ["no host", "GET /api/ping HTTP/1.1\r\n\r\n"],
])("a request with %s is refused once, and the bytes after it are ignored (C32)", async (_what, bytes) => {
  const text = await converse(bytes + smuggled);
  expect(statusesOf(text)).toEqual(["400"]);
  expect(text).not.toContain("pong");
  expect(text).toMatch(/connection: close/i);
});

test("the refusal has the standard error format (C32)", async () => {
  const text = await converse("GET / HTTP/1.1\r\nHost: a\r\nX\r\n\r\n");
  const [headers, body] = text.split("\r\n\r\n", 2);
  const error = JSON.parse(body ?? "");
  expect(error).toMatchObject({ success: false, error: { code: "malformed_request" } });
  expect(headers).toContain(`x-request-id: ${error.error.request_id}`);
});

test("pipelined requests are answered in order (C32)", async () => {
  const post = (n: string) => `${head}Content-Length: ${8 + n.length}\r\n\r\n{"n":"${n}"}`;
  const text = await converse(post("1") + post("2") + smuggled, (answer) => answer.includes("pong"));
  expect(statusesOf(text)).toEqual(["200", "200", "200"]);
  expect(text.indexOf('{"n":"1"}')).toBeLessThan(text.indexOf('{"n":"2"}'));
  expect(text.indexOf('{"n":"2"}')).toBeLessThan(text.indexOf("pong"));
});

test("64 kB of headers are refused without an internal error (A26, B10)", async () => {
  for (const name of ["Cookie", "Authorization"]) {
    const text = await converse(
      `GET /api/ping HTTP/1.1\r\nHost: a\r\n${name}: ${"x".repeat(65_536)}\r\n\r\n`,
    );
    expect(statusesOf(text)).toEqual(["431"]);
  }
});

test("a chunked body is cut off at the limit (C17)", async () => {
  const chunk = `${(4_096).toString(16)}\r\n${"x".repeat(4_096)}\r\n`;
  const text = await converse(`${head}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(3)}`);
  expect(statusesOf(text)).toEqual(["413"]);
  expect(text).toContain("body_too_large");
});

test("a body with a Content-Length over the limit is refused before it is sent (C17)", async () => {
  const text = await converse(`${head}Content-Length: 200000000\r\n\r\n{`);
  expect(statusesOf(text)).toEqual(["413"]);
});

test("a body shorter than its Content-Length never becomes a request (C17)", async () => {
  const socket = open();
  socket.end(`${head}Content-Length: 100\r\n\r\n{"n":"x"}`);
  let text = "";
  for await (const bytes of socket) text += String(bytes);
  expect(statusesOf(text)).not.toContain("200");
});

test("a thousand unfinished requests do not affect others, and headers have a timeout (C33)", async () => {
  const slow = await Promise.all(
    Array.from({ length: 1_000 }, async (_, n) => {
      const socket = open();
      socket.on("error", () => undefined);
      await new Promise((resolve) => socket.once("connect", resolve));
      socket.write(n % 2 ? "GET /api/ping HTTP/1.1\r\nX-Slow:" : `${head}Content-Length: 9999\r\n\r\n{"n":"`);
      return socket;
    }),
  );
  const text = await converse(smuggled, (answer) => answer.includes("pong"));
  expect(statusesOf(text)).toEqual(["200"]);
  for (const socket of slow) socket.destroy();
  expect(app.server.headersTimeout).toBeLessThanOrEqual(15_000);
  expect(app.server.requestTimeout).toBeLessThanOrEqual(120_000);
});
