import { type AddressInfo, connect } from "node:net";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { until } from "../../../test/harness/until.ts";
import { type App, buildServer, clientSignal } from "./index.ts";

let app: App;
let port: number;
let signals: AbortSignal[];
let finish: () => void;

beforeEach(async () => {
  signals = [];
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  app = buildServer({ baseUrl: "http://localhost", trustedProxies: [], log: pino({ level: "silent" }) });
  for (const method of ["GET", "POST"])
    app.route({
      method,
      url: "/api/work",
      handler: async (_request, reply) => {
        signals.push(clientSignal(reply), clientSignal(reply));
        await finished;
        return {};
      },
    });
  await app.listen({ host: "127.0.0.1", port: 0 });
  port = (app.server.address() as AddressInfo).port;
});
afterEach(async () => {
  finish();
  await app.close();
});

const body = "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}";

test.each([
  ["GET", "\r\n"],
  ["POST", body],
])("the signal of a %s aborts when the client disconnects, and not before", async (method, rest) => {
  const socket = connect(port, "127.0.0.1").on("error", () => undefined);
  socket.write(`${method} /api/work HTTP/1.1\r\nHost: localhost\r\n${rest}`);
  await until(() => signals.length > 0, { what: "the request to be handled" });
  const [signal, again] = signals;
  expect(signal).toBe(again);
  expect(signal?.aborted).toBe(false);
  socket.destroy();
  await until(() => signal?.aborted, { what: "the signal" });
});

test("the signal does not abort after a response that was read completely", async () => {
  const response = fetch(`http://127.0.0.1:${port}/api/work`, {
    method: "POST",
    headers: { "content-type": "application/json", connection: "close" },
    body: "{}",
  });
  await until(() => signals.length > 0, { what: "the request to be handled" });
  finish();
  await (await response).text();
  await app.close();
  expect(signals[0]?.aborted).toBe(false);
});
