import { type AddressInfo, connect } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { pino } from "pino";
import { Type } from "typebox";
import { afterEach, beforeEach, expect, test } from "vitest";
import { until } from "../../../../test/harness/until.ts";
import { type App, buildServer } from "../index.ts";

let app: App;
let port: number;
let release: () => void;
const kb = 1024;

beforeEach(async () => {
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  app = buildServer({
    baseUrl: "http://localhost",
    trustedProxies: [],
    log: pino({ level: "silent" }),
    leastProgress: { windowMs: 300, bytes: 16 * kb, everyMs: 20 },
  });
  app.post(
    "/api/read",
    { schema: { body: Type.Object({ n: Type.String() }) }, bodyLimit: 1e9 },
    async ({ body }) => ({ length: body.n.length }),
  );
  app.register((files: App, _options, done) => {
    files.addContentTypeParser("text/csv", (_request, payload, parsed) => parsed(null, payload));
    files.post("/api/import", async ({ body }) => {
      await released;
      let bytes = 0;
      for await (const chunk of body as AsyncIterable<Buffer>) bytes += chunk.length;
      return { bytes };
    });
    done();
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  port = (app.server.address() as AddressInfo).port;
});
afterEach(async () => {
  release();
  await app.close();
});

function open(path: string, framing: string, type = "application/json") {
  const socket = connect(port, "127.0.0.1");
  const conversation = { socket, text: "", isClosed: false };
  socket.on("error", () => undefined);
  socket.on("data", (bytes) => {
    conversation.text += String(bytes);
  });
  socket.on("close", () => {
    conversation.isClosed = true;
  });
  socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\n${framing}\r\n\r\n`);
  return conversation;
}

test.each([
  ["with a length", "Content-Length: 40000000", "x"],
  ["of chunks", "Transfer-Encoding: chunked", "1\r\nx\r\n"],
])("a body %s that arrives fast at first and then trickles gets 408", async (_name, framing, bit) => {
  const slow = open("/api/read", framing);
  const start = "x".repeat(500 * kb);
  slow.socket.write(framing.startsWith("C") ? start : `${(500 * kb).toString(16)}\r\n${start}\r\n`);
  const trickle = setInterval(() => slow.socket.write(bit), 20);
  try {
    await until(() => slow.isClosed, { what: "the connection to be closed" });
  } finally {
    clearInterval(trickle);
  }
  expect(slow.text).toMatch(/^HTTP\/1\.1 408 /);
});

test("a steady body is read, however long it takes", async () => {
  const steady = open("/api/read", `Content-Length: ${400 * kb}`);
  const body = `{"n":"${"x".repeat(400 * kb - 8)}"}`;
  const startedAt = performance.now();
  for (let sent = 0; sent < body.length; ) {
    // Twenty times the minimum of 16 kB in each window.
    const due = Math.min(body.length, Math.ceil((performance.now() - startedAt) * 0.4 * kb));
    if (due > sent) steady.socket.write(body.slice(sent, due));
    sent = due;
    await turn();
  }
  await until(() => steady.text.includes("}"), { what: "the response" });
  expect(steady.text).toMatch(/^HTTP\/1\.1 200 /);
  steady.socket.destroy();
});

test("a client does not count as slow while the server is not reading", async () => {
  const file = "a@b.example\n".repeat(60_000);
  const upload = open("/api/import", `Content-Length: ${file.length}`, "text/csv");
  upload.socket.write(file);
  const startedAt = performance.now();
  await until(() => performance.now() - startedAt > 1_000, { what: "several windows" });
  expect(upload.isClosed).toBe(false);
  release();
  await until(() => upload.text.includes("}"), { what: "the response" });
  expect(upload.text).toContain(`{"bytes":${file.length}}`);
  upload.socket.destroy();
});
