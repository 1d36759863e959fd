import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createHttpsServer, type ServerOptions } from "node:https";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, test } from "vitest";
import { nodePath } from "../../../test/harness/node-path.ts";
import { TEST_CERTIFICATE } from "../../../test/harness/smtp-certificate.ts";
import { GuardedPoster, type PosterOptions } from "./guarded-poster.ts";

const servers: Server[] = [];
const posters: GuardedPoster[] = [];
afterEach(() => {
  for (const poster of posters.splice(0)) poster.close();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(answer: RequestListener) {
  const server = createServer(answer);
  servers.push(server);
  let connections = 0;
  server.on("connection", () => {
    connections += 1;
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { port, connections: () => connections };
}

function open(options: Partial<PosterOptions> = {}): GuardedPoster {
  const poster = new GuardedPoster({ maxConnections: 4, timeoutMs: 1_000, allowsPrivate: false, ...options });
  posters.push(poster);
  return poster;
}

const request = { body: "{}", headers: { "content-type": "application/json" }, pool: "hook" };
/** A name that leads to this machine. */
const resolve = async () => ["127.0.0.1"];

test("connections are kept and used again", async () => {
  const { port, connections } = await serve((_, response) => response.end("ok"));
  const poster = open({ allow: [`127.0.0.1:${port}`], resolve });
  for (let n = 0; n < 10; n += 1)
    expect(await poster.post(`http://hook.example:${port}/`, request)).toMatchObject({
      status: 200,
      start: "ok",
    });
  expect(connections()).toBe(1);
});

test.each([
  "https://127.0.0.1/",
  "https://[::1]/",
  "https://localhost/",
  "https://hook.example/",
  "http://8.8.8.8/",
])("%s is not reached if private addresses are not allowed (I1)", async (url) => {
  const answer = await open({ resolve }).post(url, request);
  expect(answer).toMatchObject({ status: null, error: expect.stringMatching(/public internet|https:/) });
});

test.each([
  ...["2130706433", "0x7f000001", "0177.0.0.1", "127.1", "0", "127.0.0.1.", "[::ffff:127.0.0.1]", "[::]"],
  ...["①②⑦.⓪.⓪.①", "127。0。0。1", "%31%32%37.0.0.1", "169.254.169.254", "[fd00:ec2::254]"],
])("%s is refused as an address that is not public (I2, I14)", async (host) => {
  const { port, connections } = await serve((_, response) => response.end());
  const poster = open({ resolve, allow: [`192.0.2.1:${port}`] });
  for (const url of [`https://${host}/`, `https://${host}:8443/`, `http://${host}:${port}/`])
    expect(await poster.post(url, request)).toMatchObject({ status: null, error: expect.any(String) });
  expect(await open().post(`https://${host}/`, request)).toMatchObject({
    status: null,
    error: "leads to an address that is not on the public internet",
  });
  expect(connections()).toBe(0);
});

test.each([
  ["https://a@hook.example/", "must not contain a user name"],
  ["https://public.example\\@127.0.0.1/", "must not contain spaces"],
  ["https://127.0\t.0.1/", "must not contain spaces"],
  ["https:///127.0.0.1", "must name a host"],
  ["https://hook.example:25/", "must use port"],
  ["https://hook.example:6379/", "must use port"],
  ["file:///etc/passwd", "must begin with https://"],
  ["http://hook.example/", "must begin with https://"],
  ["https://localhost./", "not on the public internet"],
  ["https://metadata.google.internal/", "not on the public internet"],
])("%j is refused (I5, I6)", async (url, reason) => {
  const answer = await open({ resolve: async () => ["8.8.8.8"] }).post(url, request);
  expect(answer).toMatchObject({ status: null, error: expect.stringContaining(reason) });
});

test("a name with a public and a private address is refused (I1)", async () => {
  const { port, connections } = await serve((_, response) => response.end());
  const poster = open({ allow: [`127.0.0.1:${port}`], resolve: async () => ["127.0.0.1", "127.0.0.2"] });
  expect(await poster.post(`http://mixed.example:${port}/`, request)).toMatchObject({ status: null });
  expect(connections()).toBe(0);
});

test("proxy and TLS variables of the environment are ignored (I9)", async () => {
  const proxy = await serve((_, response) => response.end("proxied"));
  const { port } = await serve((_, response) => response.end("direct"));
  const server = createHttpsServer(TEST_CERTIFICATE, (_, response) => response.end("direct"));
  servers.push(server as unknown as Server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port: tlsPort } = server.address() as AddressInfo;
  const module = fileURLToPath(new URL("guarded-poster.ts", import.meta.url));
  const script = `
    const { GuardedPoster } = await import(${JSON.stringify(module)});
    const options = { maxConnections: 2, timeoutMs: 5000, resolve: async () => ["127.0.0.1"] };
    const request = { body: "{}", headers: {}, pool: "hook" };
    const allowing = (port) => new GuardedPoster({ ...options, allowsPrivate: false, allow: ["127.0.0.1:" + port] });
    const direct = await allowing(${port}).post("http://hook.example:${port}/", request);
    const address = await allowing(${port}).post("http://127.0.0.1:${port}/", request);
    const slack = await allowing(${tlsPort}).post("https://hook.example:${tlsPort}/", request);
    const guarded = await new GuardedPoster({ ...options, allowsPrivate: false }).post("https://hook.example/", request);
    const operator = await new GuardedPoster({ ...options, allowsPrivate: true }).post("http://hook.example:${port}/", request);
    const globally = await new Promise((resolve) => require("node:http").get("http://127.0.0.1:${port}/", (response) => {
      response.on("data", (bytes) => resolve(String(bytes)));
    }));
    console.log(JSON.stringify([direct.start, address.start, slack.error, guarded.error, operator.start, globally]));
    process.exit();`;
  const url = `http://127.0.0.1:${proxy.port}`;
  const child = spawn(nodePath, ["--eval", `(async () => {${script}})()`], {
    env: {
      NODE_USE_ENV_PROXY: "1",
      NODE_TLS_REJECT_UNAUTHORIZED: "0",
      HTTP_PROXY: url,
      HTTPS_PROXY: url,
      http_proxy: url,
      https_proxy: url,
      ALL_PROXY: url,
      NO_PROXY: "",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const output = (await child.stdout.toArray()).join("");
  // The last assertion shows that Node's own client uses the proxy of these variables.
  expect(JSON.parse(output)).toEqual([
    "direct",
    "direct",
    "leads to a server without a valid certificate for its name",
    "leads to an address that is not on the public internet",
    "direct",
    "proxied",
  ]);
  expect(proxy.connections()).toBe(1);
});

test("a name that later leads to a private address is not reached by a new connection (I3)", async () => {
  const { port, connections } = await serve((_, response) => response.setHeader("connection", "close").end());
  let addresses = ["127.0.0.1"];
  const poster = open({ allow: [`127.0.0.1:${port}`], resolve: async () => addresses });
  const url = `http://hook.example:${port}/`;
  expect(await poster.post(url, request)).toMatchObject({ status: 200 });
  addresses = ["127.0.0.2"];
  expect(await poster.post(url, request)).toMatchObject({ status: null });
  expect(connections()).toBe(1);
});

test("a name with 1,000 changing answers never leads to a private address, also beside kept connections (I3)", async () => {
  let posts = 0;
  const outside = await serve((_, response) => {
    posts += 1;
    if (posts % 3 === 0) response.setHeader("connection", "close");
    response.end();
  });
  const inside = createServer((_, response) => response.end());
  servers.push(inside);
  let reached = 0;
  inside.on("connection", () => {
    reached += 1;
  });
  inside.listen(outside.port, "127.0.0.2");
  await once(inside, "listening");
  const answers = [
    ["127.0.0.1"],
    ["127.0.0.2"],
    ["127.0.0.1", "127.0.0.2"],
    ["::ffff:127.0.0.2", "127.0.0.1"],
    ["127.0.0.1"],
    ["10.0.0.1"],
    [],
  ];
  let asked = 0;
  const resolve = async () => answers[asked++ % answers.length] ?? [];
  const poster = open({ allow: [`127.0.0.1:${outside.port}`], resolve });
  const url = `http://rebind.example:${outside.port}/`;
  let accepted = 0;
  while (asked < 1_000) {
    const burst = await Promise.all([1, 2, 3, 4].map(() => poster.post(url, request)));
    accepted += burst.filter(({ status }) => status === 200).length;
  }
  expect(reached).toBe(0);
  expect(accepted).toBe(posts);
  expect(posts).toBeGreaterThan(100);
});

test("a redirect is returned and not followed (I4)", async () => {
  let requests = 0;
  const { port } = await serve((_, response) => {
    requests += 1;
    response.writeHead(302, { location: "/elsewhere" }).end();
  });
  const poster = open({ allowsPrivate: true });
  expect(await poster.post(`http://127.0.0.1:${port}/`, request)).toMatchObject({ status: 302 });
  expect(requests).toBe(1);
});

test("localhost is this machine, if private addresses are allowed", async () => {
  const { port } = await serve((_, response) => response.end("ok"));
  const posted = await open({ allowsPrivate: true }).post(`http://localhost:${port}/`, request);
  expect(posted).toMatchObject({ status: 200, start: "ok" });
  const refused = await open().post(`https://localhost/`, request);
  expect(refused).toMatchObject({ status: null, error: expect.stringContaining("public internet") });
});

test("only the beginning of an endless response is read (I7)", async () => {
  const { port } = await serve((_, response) => {
    const more = () => {
      while (!response.destroyed && response.write("x".repeat(10_000)));
    };
    response.on("drain", more);
    more();
  });
  const answer = await open({ allowsPrivate: true }).post(`http://127.0.0.1:${port}/`, request);
  expect(answer).toMatchObject({ status: 200, start: "x".repeat(1_024) });
});

test("a response that takes longer than the timeout is given up (I7)", async () => {
  const { port } = await serve((_, response) => {
    const timer = setInterval(() => response.write("x"), 20);
    response.on("close", () => clearInterval(timer));
  });
  const answer = await open({ allowsPrivate: true, timeoutMs: 300 }).post(
    `http://127.0.0.1:${port}/`,
    request,
  );
  expect(answer).toMatchObject({ status: null, error: "leads to a server that takes too long" });
});

test("a server that cannot be reached is an error", async () => {
  const answer = await open({ allowsPrivate: true }).post("http://127.0.0.1:1/", request);
  expect(answer).toMatchObject({ status: null, error: "leads to a server that cannot be reached" });
});

test("a request on a kept connection that the server has closed is sent again at once", async () => {
  let requests = 0;
  const server = createTcpServer((socket) => {
    socket.on("error", () => undefined);
    let ofThisConnection = 0;
    socket.on("data", () => {
      requests += 1;
      ofThisConnection += 1;
      // The second request finds a connection that is just being closed.
      if (ofThisConnection > 1) socket.resetAndDestroy();
      else socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const poster = open({ allowsPrivate: true });
  expect(await poster.post(url, request)).toMatchObject({ status: 200 });
  expect(await poster.post(url, request)).toMatchObject({ status: 200 });
  expect(requests).toBe(3);
  poster.close();
  server.close();
});

describe("TLS (I7)", () => {
  const before = getCACertificates();
  afterEach(() => setDefaultCACertificates(before));

  async function serveTls(options: Pick<ServerOptions, "minVersion" | "maxVersion" | "ciphers">) {
    const server = createHttpsServer({ ...TEST_CERTIFICATE, ...options }, (_, response) =>
      response.end("ok"),
    );
    servers.push(server);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return `https://localhost:${(server.address() as AddressInfo).port}/`;
  }
  const post = async (url: string) => await open({ allowsPrivate: true, resolve }).post(url, request);

  test.each(["TLSv1", "TLSv1.1"] as const)("a server with only %s is not reached", async (version) => {
    setDefaultCACertificates([TEST_CERTIFICATE.cert]);
    const url = await serveTls({ minVersion: version, maxVersion: version, ciphers: "ALL:@SECLEVEL=0" });
    expect(await post(url)).toMatchObject({
      status: null,
      error: "leads to a server that cannot be reached by TLS 1.2 or later",
    });
  });

  test("a server with TLS 1.2 is reached, if its certificate is trusted", async () => {
    const url = await serveTls({ maxVersion: "TLSv1.2" });
    expect(await post(url)).toMatchObject({
      status: null,
      error: "leads to a server without a valid certificate for its name",
    });
    setDefaultCACertificates([TEST_CERTIFICATE.cert]);
    expect(await post(url)).toMatchObject({ status: 200, start: "ok" });
  });

  test("a server without TLS is not reached by https", async () => {
    const { port } = await serve((_, response) => response.end("ok"));
    expect(await post(`https://localhost:${port}/`)).toMatchObject({
      status: null,
      error: "leads to a server that cannot be reached by TLS 1.2 or later",
    });
  });
});

test("endless informational responses are cut off (I7)", async () => {
  const server = createTcpServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => {
      const more = () => {
        while (!socket.destroyed && socket.write("HTTP/1.1 103 Early Hints\r\n\r\n"));
      };
      socket.on("drain", more);
      more();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  expect(await open({ allowsPrivate: true, timeoutMs: 20_000 }).post(url, request)).toMatchObject({
    status: null,
    error: "leads to a server whose response is not HTTP",
  });
  server.close();
});

test("a pool that is busy leaves connections to others (I12)", async () => {
  const { port } = await serve((incoming, response) => {
    if (incoming.url === "/quick") response.end("ok");
  });
  const poster = open({ allowsPrivate: true, maxConnections: 1, timeoutMs: 5_000 });
  const hanging = poster.post(`http://127.0.0.1:${port}/slow`, { ...request, pool: "slow" });
  expect(await poster.post(`http://127.0.0.1:${port}/quick`, { ...request, pool: "quick" })).toMatchObject({
    status: 200,
  });
  poster.release("slow");
  expect(await hanging).toMatchObject({ status: null });
});
