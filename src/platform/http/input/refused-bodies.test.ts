import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { pino } from "pino";
import { Type } from "typebox";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ByteBudget } from "../../memory/index.ts";
import { type App, buildServer } from "../index.ts";

const mb = 1024 * 1024;
let app: App;
let port: number;
let budget: ByteBudget;

beforeEach(async () => {
  budget = new ByteBudget(mb);
  app = buildServer({
    baseUrl: "http://localhost",
    trustedProxies: [],
    log: pino({ level: "silent" }),
    bodyBudgets: { members: new ByteBudget(mb), strangers: budget },
  });
  const schema = { body: Type.Object({ n: Type.String() }) };
  app.post("/api/small", { schema, bodyLimit: mb }, async ({ body }) => ({ length: body.n.length }));
  app.post("/api/large", { schema, bodyLimit: 100 * mb }, async ({ body }) => ({ length: body.n.length }));
  await app.listen({ host: "127.0.0.1", port: 0 });
  port = (app.server.address() as AddressInfo).port;
});
afterEach(() => app.close());

/** Sends all of the request before it reads, as simple clients do. @returns the response, and how the connection ended */
async function sendThenRead(path: string, headers: string, body: Buffer) {
  const socket = connect(port, "127.0.0.1").pause();
  let failure: NodeJS.ErrnoException | undefined;
  socket.on("error", (error) => {
    failure = error;
  });
  await once(socket, "connect");
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${headers}\r\n\r\n`,
  );
  await new Promise((resolve) => socket.write(body, resolve));
  let text = "";
  if (!failure)
    for await (const bytes of socket) {
      text += bytes;
      if (text.endsWith("}")) break;
    }
  socket.destroy();
  return { status: Number(text.split(" ")[1]), failure: failure?.code };
}

const body = Buffer.from(`{"n":"${"x".repeat(20 * mb)}"}`);
const length = `Content-Length: ${body.length}`;

test.each([
  ["over the limit of its route", "/api/small", length, 413],
  ["over the limit, without a length", "/api/small", "Transfer-Encoding: chunked", 413],
  ["without room while it is read", "/api/large", "Transfer-Encoding: chunked", 503],
  ["over the limit, from a client that asks to close", "/api/small", `${length}\r\nConnection: close`, 413],
])(
  "a client that sends all before it reads gets the refusal of a body %s",
  async (_name, path, headers, status) => {
    if (status === 503) budget.open("another client", { mayFillAlone: true }).take(mb);
    const isChunked = headers.startsWith("Transfer");
    const bytes = isChunked
      ? Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from("\r\n0\r\n\r\n")])
      : body;
    for (let n = 0; n < 3; n++)
      expect(await sendThenRead(path, headers, bytes)).toEqual({ status, failure: undefined });
  },
);

test("a connection whose refused body never ends is closed", async () => {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined).resume();
  socket.write(
    `POST /api/small HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${length}\r\n\r\n`,
  );
  await once(socket, "close");
}, 15_000);
