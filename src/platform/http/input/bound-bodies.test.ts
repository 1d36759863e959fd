import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { pino } from "pino";
import { Type } from "typebox";
import { afterEach, beforeEach, expect, test } from "vitest";
import { until } from "../../../../test/harness/until.ts";
import { ByteBudget } from "../../memory/index.ts";
import { type App, buildServer } from "../index.ts";
import { type BodyBudgets, createBodyBudgets, holdBytes } from "./bound-bodies.ts";

const kb = 1024;
const body = Type.Object({ n: Type.String() });
let app: App;
let port: number;
let budgets: BodyBudgets;
/** Requests that wait inside their route; each function ends one. */
let waiting: (() => void)[];
const sockets: Socket[] = [];

beforeEach(async () => {
  waiting = [];
  budgets = { members: new ByteBudget(300 * kb), strangers: new ByteBudget(100 * kb) };
  app = buildServer({
    baseUrl: "http://localhost",
    trustedProxies: [],
    log: pino({ level: "silent" }),
    bodyBudgets: budgets,
  });
  app.register((open: App, _options, done) => {
    open.post("/open", { schema: { body } }, async ({ body: { n } }) => ({ length: n.length }));
    done();
  });
  app.register((members: App, _options, done) => {
    members.addHook("onRequest", async (request) => {
      request.principal = { accountId: request.headers["x-account"] ?? "1" } as never;
    });
    members.post("/send", { schema: { body }, bodyLimit: 500 * kb }, async ({ body: { n } }) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return { length: n.length };
    });
    members.post("/fetch", { schema: { body } }, async (_request, reply) => ({
      held: [holdBytes(reply, 200 * kb), holdBytes(reply, 200 * kb), holdBytes(reply, 100 * kb)],
      taken: budgets.members.taken,
    }));
    members.get("/load", async (_request, reply) => {
      holdBytes(reply, 200 * kb);
      return reply.type("application/octet-stream").send(Buffer.alloc(40_000 * kb));
    });
    members.post("/fail", { schema: { body } }, async () => {
      throw new Error("a failure of ours");
    });
    done();
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  port = (app.server.address() as AddressInfo).port;
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const go of waiting) go();
  await app.close();
});

function bodyOf(bytes: number): string {
  return JSON.stringify({ n: "x".repeat(bytes - 8) });
}

async function post(path: string, body: string, account = "1") {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-account": account },
    body,
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, never>,
  };
}

/** A raw request, for cases that `fetch` cannot produce. `text` is the response so far. */
async function sendRaw(text: string) {
  const socket = connect(port, "127.0.0.1");
  const conversation = { socket, text: "" };
  sockets.push(socket);
  socket.on("error", () => undefined);
  socket.on("data", (bytes) => {
    conversation.text += String(bytes);
  });
  await once(socket, "connect");
  socket.write(text);
  return conversation;
}

const soon = { within: 5_000 };
const untilWaiting = (count: number) =>
  until(() => waiting.length === count, { ...soon, what: `${count} requests in their route` });

test("a large body is refused unread while other bodies use the budget, and accepted afterwards (F15)", async () => {
  const first = post("/send", bodyOf(200 * kb));
  await untilWaiting(1);
  expect(budgets.members.taken).toBe(200 * kb);
  // The body is never sent.
  const refused = await sendRaw(
    `POST /send HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${200 * kb}\r\n\r\n`,
  );
  await until(() => refused.text.includes("request_id"), { ...soon, what: "the refusal" });
  expect(refused.text).toMatch(/^HTTP\/1.1 503 .*\r\nretry-after: 1\r\n.*"code":"overloaded"/s);
  expect(await post("/send", bodyOf(200 * kb))).toMatchObject({
    status: 503,
    body: { error: { code: "overloaded" } },
  });
  waiting.shift()?.();
  expect(await first).toMatchObject({ status: 200 });
  expect(budgets.members.taken).toBe(0);
  const next = post("/send", bodyOf(200 * kb));
  await untilWaiting(1);
  waiting.shift()?.();
  expect(await next).toMatchObject({ status: 200 });
});

test("small bodies are never refused, and a single body is accepted at any size (F15)", async () => {
  const large = post("/send", bodyOf(400 * kb));
  await untilWaiting(1);
  const small = Array.from({ length: 20 }, () => post("/send", bodyOf(63 * kb)));
  await untilWaiting(21);
  expect(budgets.members.taken).toBe(400 * kb);
  for (const go of waiting.splice(0)) go();
  expect((await Promise.all([large, ...small])).map(({ status }) => status)).toEqual(Array(21).fill(200));
});

test("a connection continues after a refusal: the unread body is skipped (F15)", async () => {
  const first = post("/send", bodyOf(250 * kb));
  await untilWaiting(1);
  const head = (path: string, length: number) =>
    `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
  const both = await sendRaw(head("/send", 100 * kb) + bodyOf(100 * kb) + head("/open", 9) + bodyOf(9));
  await until(() => both.text.includes('"length"'), { ...soon, what: "the response to the second request" });
  expect(both.text.match(/HTTP\/1.1 \d+/g)).toEqual(["HTTP/1.1 503", "HTTP/1.1 200"]);
  waiting.shift()?.();
  await first;
});

test("a body without a length is counted as it arrives (F15)", async () => {
  const first = post("/send", bodyOf(250 * kb));
  await untilWaiting(1);
  const head =
    "POST /send HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n";
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
  const small = await sendRaw(`${head}${chunk(bodyOf(60 * kb))}0\r\n\r\n`);
  await untilWaiting(2);
  const large = await sendRaw(head + chunk(`{"n":"${"x".repeat(150 * kb)}`));
  await until(() => large.text.includes("request_id"), { ...soon, what: "the refusal" });
  expect(large.text).toContain("HTTP/1.1 503");
  for (const go of waiting.splice(0)) go();
  await first;
  await until(() => small.text.includes("200 OK"), { ...soon, what: "the response to the small one" });
  expect(budgets.members.taken).toBe(0);
  const again = await sendRaw(`${head}${chunk(bodyOf(150 * kb))}0\r\n\r\n`);
  await untilWaiting(1);
  expect(budgets.members.taken).toBeGreaterThan(0);
  waiting.shift()?.();
  await until(() => again.text.includes("200 OK"), { ...soon, what: "the response to the large one" });
  expect(budgets.members.taken).toBe(0);
});

test("a client that disconnects releases its share, but not before its work has ended (F15)", async () => {
  const head = "POST /send HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n";
  const length = `Content-Length: ${200 * kb}\r\n\r\n`;
  const halfway = await sendRaw(head + length + bodyOf(200 * kb).slice(0, 100 * kb));
  await until(() => budgets.members.taken > 0, { ...soon, what: "the body to be counted" });
  halfway.socket.destroy();
  await until(() => budgets.members.taken === 0, { ...soon, what: "the release of an interrupted body" });
  const chunked = await sendRaw(`${head}Transfer-Encoding: chunked\r\n\r\n25800\r\n${"x".repeat(150 * kb)}`);
  await until(() => budgets.members.taken > 0, { ...soon, what: "the chunks to be counted" });
  chunked.socket.destroy();
  await until(() => budgets.members.taken === 0, { ...soon, what: "the release of interrupted chunks" });

  const gone = await sendRaw(head + length + bodyOf(200 * kb));
  await untilWaiting(1);
  const closed = until(async () => (await connections()) === 0, {
    ...soon,
    what: "the connection to be gone",
  });
  gone.socket.destroy();
  await closed;
  expect(budgets.members.taken).toBe(200 * kb);
  waiting.shift()?.();
  await until(() => budgets.members.taken === 0, { ...soon, what: "the release of abandoned work" });
});

function connections(): Promise<number> {
  return new Promise((resolve, reject) =>
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
}

test.each([
  ["a failure of ours", "/fail", bodyOf(90 * kb), 500],
  ["a body that is not JSON", "/send", "x".repeat(90 * kb), 400],
  ["a body that does not fit its schema", "/send", JSON.stringify({ m: "x".repeat(90 * kb) }), 422],
  ["a path that does not exist", "/nowhere", bodyOf(90 * kb), 404],
])("%s releases its share (F15)", async (_name, path, body, status) => {
  expect(await post(path, body)).toMatchObject({ status });
  expect([budgets.members.taken, budgets.strangers.taken]).toEqual([0, 0]);
});

test("bytes of a request beyond its body are counted with it (F15)", async () => {
  expect(await post("/fetch", bodyOf(1 * kb))).toMatchObject({
    body: { held: [true, true, true], taken: 500 * kb },
  });
  const first = post("/send", bodyOf(70 * kb), "2");
  await untilWaiting(1);
  expect(await post("/fetch", bodyOf(9))).toMatchObject({
    body: { held: [false, false, true], taken: 170 * kb },
  });
  expect(budgets.members.taken).toBe(70 * kb);
  waiting.shift()?.();
  await first;
});

test("a body counts by its received bytes, not by its declared length", async () => {
  const head = "POST /send HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n";
  const idle = await Promise.all(
    Array.from({ length: 12 }, () => sendRaw(`${head}Content-Length: ${290 * kb}\r\n\r\n{`)),
  );
  await until(async () => (await connections()) >= 12, { ...soon, what: "the idle connections" });
  expect(budgets.members.taken).toBe(0);
  const other = post("/send", bodyOf(140 * kb), "2");
  await untilWaiting(1);
  waiting.shift()?.();
  expect(await other).toMatchObject({ status: 200 });
  for (const { socket } of idle) socket.destroy();
});

test("an account at its limit leaves a share for the next account", async () => {
  const own = [post("/send", bodyOf(70 * kb)), post("/send", bodyOf(70 * kb))];
  await untilWaiting(2);
  expect(await post("/send", bodyOf(70 * kb))).toMatchObject({ status: 503 });
  const other = post("/send", bodyOf(75 * kb), "2");
  await untilWaiting(3);
  for (const go of waiting.splice(0)) go();
  expect((await Promise.all([...own, other])).map(({ status }) => status)).toEqual([200, 200, 200]);
});

test("clients without a credential use no budget of clients with one (F15)", async () => {
  const stranger = await sendRaw(
    `POST /open HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${90 * kb}\r\n\r\n${"x".repeat(89 * kb)}`,
  );
  await until(() => budgets.strangers.taken === 89 * kb, {
    ...soon,
    what: "the stranger's body to be counted",
  });
  expect(await post("/open", bodyOf(90 * kb))).toMatchObject({ status: 503 });
  const member = post("/send", bodyOf(290 * kb));
  await untilWaiting(1);
  waiting.shift()?.();
  expect(await member).toMatchObject({ status: 200 });
  stranger.socket.destroy();
});

test("a body over the route's limit is refused for its size, whatever the budget", async () => {
  const first = post("/send", bodyOf(290 * kb));
  await untilWaiting(1);
  const over = await sendRaw(
    `POST /send HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${501 * kb}\r\n\r\n{`,
  );
  await until(() => over.text.includes("request_id"), { ...soon, what: "the refusal" });
  expect(over.text).toContain("HTTP/1.1 413");
  expect(budgets.members.taken).toBe(290 * kb);
  waiting.shift()?.();
  await first;
});

test("the budget follows the heap size, up to a limit", () => {
  const { members, strangers } = createBodyBudgets();
  expect(members.limit).toBeGreaterThan(0);
  expect(members.limit).toBeLessThanOrEqual(256 * kb * kb);
  expect(strangers.limit).toBe(members.limit / 8);
});

test("bytes that a response loaded are held until the client has received it, or has left", async () => {
  for (const end of ["resume", "destroy"] as const) {
    const slow = connect(port, "127.0.0.1").pause();
    sockets.push(slow);
    slow.write("GET /load HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await once(slow, "readable");
    expect(budgets.members.taken).toBe(200 * kb);
    slow[end]();
    await until(() => budgets.members.taken === 0, { what: "their release" });
  }
});
