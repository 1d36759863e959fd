import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
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
