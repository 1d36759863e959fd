import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer as createHttpServer, type RequestListener } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { nodePath } from "../../../test/harness/node-path.ts";
import { TEST_CERTIFICATE } from "../../../test/harness/smtp-certificate.ts";
import { guardedFetch } from "./guarded-fetch.ts";

const open: { server: Server; sockets: Set<Socket> }[] = [];
afterEach(async () => {
  for (const { server, sockets } of open.splice(0)) {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
});

async function listen(server: Server, { address = "127.0.0.1", port = 0 } = {}) {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on("connection", (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
  });
  open.push({ server, sockets });
  server.listen(port, address);
  await once(server, "listening");
  return { port: (server.address() as AddressInfo).port, connections: () => connections };
}

const serve = (answer: RequestListener) => listen(createHttpServer(answer));
/** A server that sends these bytes to every client, and then runs `more`. */
const sendBytes = (bytes: string, more: (socket: Socket) => void = (socket) => socket.end()) =>
  listen(
    createServer((socket) => {
      socket.once("data", () => {
        socket.write(bytes, "latin1");
        more(socket);
      });
    }),
  );

const limits = { maxBytes: 1_000, timeoutMs: 5_000 };
/** Short when a timeout is expected, long otherwise. */
const timeoutMsFor = (reason: string) => (reason === "takes too long" ? 400 : 20_000);
/** Treats the server on this port as public. */
function fetchFrom(port: number, options: Partial<typeof limits> = {}) {
  return guardedFetch(`http://127.0.0.1:${port}/a/file.pdf`, {
    ...limits,
    ...options,
    allow: [`127.0.0.1:${port}`],
  });
}

test("a response is returned unchanged, and the request has only the necessary headers", async () => {
  let asked: unknown;
  const { port } = await serve((request, response) => {
    asked = { method: request.method, url: request.url, headers: request.headers };
    response.writeHead(200, { "content-type": "application/pdf" }).end("the bytes");
  });
  expect(await fetchFrom(port)).toEqual({
    ok: true,
    bytes: Buffer.from("the bytes"),
    contentType: "application/pdf",
    filename: "file.pdf",
  });
  expect(asked).toEqual({
    method: "GET",
    url: "/a/file.pdf",
    headers: {
      host: `127.0.0.1:${port}`,
      accept: "*/*",
      "accept-encoding": "identity",
      "user-agent": "Posthouse",
      connection: "close",
    },
  });
});

test("a server on this machine is unreachable, by address and by name (I1, C16)", async () => {
  const { port, connections } = await listen(
    createHttpsServer(TEST_CERTIFICATE, (_request, response) => response.end()),
  );
  const resolve = async () => ["127.0.0.1"];
  for (const url of ["https://127.0.0.1:8443/", "https://2130706433:8443/", "https://intranet.example:8443/"])
    expect(await guardedFetch(url, { ...limits, resolve })).toMatchObject({
      ok: false,
      reason: "leads to an address that is not on the public internet",
    });
  // Another port of an allowed address, and another address of an allowed port, are not allowed.
  for (const url of [`https://127.0.0.1:${port}/`, `http://intranet.example:${port}/`])
    expect(await guardedFetch(url, { ...limits, resolve, allow: [`127.0.0.9:${port}`] })).toMatchObject({
      ok: false,
    });
  expect(connections()).toBe(0);
});

test("a name with one private address is refused (I1)", async () => {
  const resolve = async () => ["93.184.216.34", "10.0.0.1"];
  expect(await guardedFetch("https://mixed.example/", { ...limits, resolve })).toMatchObject({
    ok: false,
    reason: expect.stringContaining("not on the public internet"),
  });
});

test("allowing one address does not allow another one of the same name (I1)", async () => {
  const { port, connections } = await serve((_request, response) => response.end());
  const resolve = async () => ["127.0.0.1", "127.0.0.2"];
  const options = { ...limits, resolve, allow: [`127.0.0.1:${port}`] };
  expect(await guardedFetch(`http://mixed.example:${port}/`, options)).toMatchObject({ ok: false });
  expect(connections()).toBe(0);
});

test("a name that alternates between a public and a private address never reaches the private one (I3)", async () => {
  const outside = await serve((_request, response) => response.end("outside"));
  const { port } = outside;
  const inside = await listen(
    createHttpServer((_request, response) => response.end("inside")),
    {
      address: "127.0.0.2",
      port,
    },
  );
  let asked = 0;
  const resolve = async () => {
    asked += 1;
    return [asked % 2 === 1 ? "127.0.0.1" : "127.0.0.2"];
  };
  const answers = new Map<string, number>();
  for (let n = 0; n < 1_000; n += 1) {
    const fetched = await guardedFetch(`http://rebind.example:${port}/`, {
      ...limits,
      resolve,
      allow: [`127.0.0.1:${port}`],
    });
    const answer = fetched.ok ? fetched.bytes.toString() : "refused";
    answers.set(answer, (answers.get(answer) ?? 0) + 1);
  }
  expect(Object.fromEntries(answers)).toEqual({ outside: 500, refused: 500 });
  expect(asked).toBe(1_000);
  expect(outside.connections()).toBe(500);
  expect(inside.connections()).toBe(0);
});

test("the requested name is used in Host, SNI and the certificate check (I3)", async () => {
  const seen: unknown[] = [];
  const server = createHttpsServer(TEST_CERTIFICATE, (request, response) => {
    seen.push([(request.socket as unknown as { servername: string }).servername, request.headers.host]);
    response.end("hello");
  });
  const { port } = await listen(server);
  const options = { ...limits, allow: [`127.0.0.1:${port}`], resolve: async () => ["127.0.0.1"] };
  const trusting = { ...options, ca: TEST_CERTIFICATE.cert };
  expect(await guardedFetch(`https://files.test.example:${port}/`, trusting)).toMatchObject({ ok: true });
  expect(seen).toEqual([["files.test.example", `files.test.example:${port}`]]);
  const invalid = { ok: false, reason: "leads to a server without a valid certificate for its name" };
  expect(await guardedFetch(`https://files.other.example:${port}/`, trusting)).toEqual(invalid);
  expect(await guardedFetch(`https://files.test.example:${port}/`, options)).toEqual(invalid);
  expect(seen).toHaveLength(1);
});

test.each([301, 302, 303, 307, 308])("a redirect with %d is not followed (I4, C16)", async (status) => {
  const trap = await serve((_request, response) => response.end());
  const { port } = await serve((_request, response) => {
    response.writeHead(status, { location: `http://127.0.0.1:${trap.port}/` }).end();
  });
  expect(await fetchFrom(port)).toEqual({ ok: false, reason: "leads to a redirect, which is not followed" });
  expect(trap.connections()).toBe(0);
});

const ok = "HTTP/1.1 200 OK\r\n";
const forever = (text: string) => (socket: Socket) => {
  const writeMore = () => {
    while (!socket.destroyed && socket.write(text));
  };
  socket.on("drain", writeMore);
  writeMore();
};
const drip = (text: string) => (socket: Socket) => {
  const timer = setInterval(() => socket.write(text), 20);
  socket.on("close", () => clearInterval(timer));
};

test.each([
  [
    "an announced length of 10 GB (C16, I7)",
    `${ok}Content-Length: 10000000000\r\n\r\nx`,
    forever("x".repeat(9_999)),
    "more than 1,000 bytes",
  ],
  ["an endless stream (C16, I7)", `${ok}\r\n`, forever("x".repeat(9_999)), "more than 1,000 bytes"],
  [
    "an endless chunked stream (I7)",
    `${ok}Transfer-Encoding: chunked\r\n\r\n`,
    forever("5\r\nhello\r\n".repeat(1_000)),
    "more than 1,000 bytes",
  ],
  ["a slow stream (C16, I7)", `${ok}\r\n`, drip("x"), "takes too long"],
  ["slow headers (I7)", ok, drip("X: y\r\n"), "takes too long"],
  ["no response (I7)", "", () => undefined, "takes too long"],
  ["endless headers (I7)", ok, forever(`X: ${"y".repeat(1_000)}\r\n`), "too many headers"],
  [
    "a flood of interim responses (I7)",
    "",
    forever("HTTP/1.1 103 Early Hints\r\n\r\n".repeat(1_000)),
    "too many interim responses",
  ],
  [
    "a protocol switch (I7)",
    "HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n",
    undefined,
    "returns 101",
  ],
  [
    "a body that breaks off",
    `${ok}Content-Length: 100\r\n\r\nhello`,
    undefined,
    "closed the connection before the end",
  ],
  ["no response", "", undefined, "closed the connection before the end"],
  ["another protocol", "220 smtp.example.com ESMTP\r\n", undefined, "not HTTP"],
  ["204", "HTTP/1.1 204 No Content\r\n\r\n", undefined, "returns 204"],
  ["404", "HTTP/1.1 404 Not Found\r\n\r\n", undefined, "returns 404"],
  ["500", "HTTP/1.1 500 X\r\n\r\n", undefined, "returns 500"],
])("%s is cut off", async (_name, bytes, more, reason) => {
  const { port } = await sendBytes(bytes, more);
  const started = performance.now();
  const fetched = await fetchFrom(port, { timeoutMs: timeoutMsFor(reason) });
  expect(fetched).toEqual({ ok: false, reason: expect.stringContaining(reason) });
  expect(performance.now() - started).toBeLessThan(10_000);
});

test("a compressed response is refused (I7)", async () => {
  const { port } = await serve((_request, response) => {
    response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(1_000)));
  });
  expect(await fetchFrom(port)).toEqual({ ok: false, reason: expect.stringContaining("compressed") });
});

test("a response of exactly the limit is accepted", async () => {
  const { port } = await serve((request, response) =>
    response.end("x".repeat(request.headers.host ? 1_000 : 0)),
  );
  expect(await fetchFrom(port, { maxBytes: 1_000 })).toMatchObject({ ok: true });
  expect(await fetchFrom(port, { maxBytes: 999 })).toMatchObject({ ok: false });
});

test("mayKeep is called for each piece", async () => {
  const { port } = await serve((_request, response) => response.end("x".repeat(1_000)));
  let asked = 0;
  const options = { ...limits, allow: [`127.0.0.1:${port}`] };
  const mayKeep = (bytes: number) => {
    asked += bytes;
    return asked <= 1_500;
  };
  const url = `http://127.0.0.1:${port}/`;
  expect(await guardedFetch(url, { ...options, mayKeep })).toMatchObject({ ok: true });
  expect(await guardedFetch(url, { ...options, mayKeep })).toEqual({
    ok: false,
    reason: expect.stringContaining("too many other fetches"),
  });
  expect(asked).toBe(2_000);
});

test("the timeout includes a name server that does not respond", async () => {
  const fetched = await guardedFetch("https://slow.example/", {
    maxBytes: 1,
    timeoutMs: 100,
    resolve: () => new Promise(() => undefined),
  });
  expect(fetched).toEqual({ ok: false, reason: "leads to a server that takes too long" });
});

test("a name without addresses, and a port without a listener", async () => {
  const { port } = await serve((_request, response) => response.end());
  open[0]?.server.close();
  expect(await fetchFrom(port)).toMatchObject({ reason: "leads to a server that cannot be reached" });
  for (const resolve of [async () => [], () => Promise.reject(new Error("ENOTFOUND"))])
    expect(await guardedFetch("https://missing.example/", { ...limits, resolve })).toEqual({
      ok: false,
      reason: "names a host that cannot be found",
    });
});

test("proxy and TLS variables of the environment are ignored (I9)", async () => {
  const proxy = await serve((_request, response) => response.end("proxied"));
  const { port } = await serve((_request, response) => response.end("direct"));
  const { port: tlsPort } = await listen(
    createHttpsServer(TEST_CERTIFICATE, (_request, response) => response.end()),
  );
  const module = fileURLToPath(new URL("guarded-fetch.ts", import.meta.url));
  const script = `
    const { guardedFetch } = await import(${JSON.stringify(module)});
    const limits = { maxBytes: 100, timeoutMs: 5000 };
    const direct = await guardedFetch("http://127.0.0.1:${port}/", { ...limits, allow: ["127.0.0.1:${port}"] });
    const slack = await guardedFetch("https://127.0.0.1:${tlsPort}/", { ...limits, allow: ["127.0.0.1:${tlsPort}"] });
    const globally = await new Promise((resolve) => require("node:http").get("http://127.0.0.1:${port}/", (response) => {
      response.on("data", (bytes) => resolve(String(bytes)));
    }));
    console.log(JSON.stringify([direct.bytes?.toString(), slack.reason, globally]));`;
  const proxyUrl = `http://127.0.0.1:${proxy.port}`;
  const child = spawn(nodePath, ["--eval", `(async () => {${script}})()`], {
    env: {
      NODE_USE_ENV_PROXY: "1",
      NODE_TLS_REJECT_UNAUTHORIZED: "0",
      HTTP_PROXY: proxyUrl,
      HTTPS_PROXY: proxyUrl,
      http_proxy: proxyUrl,
      https_proxy: proxyUrl,
      ALL_PROXY: proxyUrl,
      NO_PROXY: "",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const output = (await child.stdout.toArray()).join("");
  // The last assertion shows that Node's own client uses the proxy of these variables.
  expect(JSON.parse(output)).toEqual([
    "direct",
    "leads to a server without a valid certificate for its name",
    "proxied",
  ]);
  expect(proxy.connections()).toBe(1);
});
