import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type App, buildServer } from "../../../platform/http/index.ts";
import { openInstanceSecrets } from "../../../platform/secrets/index.ts";
import { createLogger } from "../../../platform/telemetry/index.ts";
import type { Hit } from "../hits/hit.ts";
import { Hits } from "../hits/hits.ts";
import { linkPathOf } from "../links/link-path.fixture.ts";
import { encodeTarget } from "../links/target.ts";
import { HONEYPOT, trackedPaths } from "../links/token.ts";
import { answerLink } from "./answer-link.ts";

const secrets = openInstanceSecrets({ dataDir: "/nowhere", key: "k".repeat(32) });
const content = { accountNumber: 7, emailId: "01a1fc0b-98e9-73b7-b9fd-726d62cf8357", position: 2, link: 3 };
const url = "https://shop.example/offer?id=1#part";
const LINK = linkPathOf(secrets, content, url);
const token = LINK.slice(3, 51);
const [PIXEL = ""] = trackedPaths(secrets, content, [{ kind: "open", link: 0, url: "" }]);
const TRAP = linkPathOf(secrets, { ...content, link: HONEYPOT }, "");

let app: App;
let agent: Agent;
let hits: Hit[];
let stopped: Set<number>;

beforeEach(() => start("https://mail.example.com"));

async function start(baseUrl: string): Promise<void> {
  hits = [];
  stopped = new Set();
  agent = new Agent({ keepAlive: true });
  app = buildServer({
    baseUrl,
    trustedProxies: [],
    log: createLogger("silent", "t"),
    answerFirst: answerLink({
      secrets,
      baseUrl,
      clock: Date,
      stopped,
      hits: { add: (hit) => hits.push(hit) },
      addressOf: () => "198.51.100.7",
    }),
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
}

async function stop(): Promise<void> {
  agent.destroy();
  await app.close();
}
afterEach(stop);

type Answer = { statusCode: number; headers: IncomingHttpHeaders; rawPayload: Buffer; body: string };

async function ask(method: string, path: string, headers = {}): Promise<Answer> {
  const { port } = app.server.address() as { port: number };
  const sent = httpRequest({ agent, host: "127.0.0.1", port, method, path, headers }).end();
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    sent.once("response", resolve).once("error", reject),
  );
  const rawPayload = await buffer(response);
  const { statusCode = 0 } = response;
  return { statusCode, headers: response.headers, rawPayload, body: rawPayload.toString() };
}
const get = (path: string, headers = {}) => ask("GET", path, headers);

test("a link redirects at once, without a cookie, a cache or a referrer (H11)", async () => {
  const response = await get(LINK, { "user-agent": "Firefox", "accept-language": "de" });
  expect([response.statusCode, response.headers.location]).toEqual([302, url]);
  expect(response.headers).toMatchObject({
    "cache-control": "no-store, private",
    "referrer-policy": "no-referrer",
  });
  expect(response.headers["set-cookie"]).toBeUndefined();
  expect(response.headers["access-control-allow-origin"]).toBeUndefined();
  expect(hits).toMatchObject([
    { kind: "click", ...content, url, agent: "Firefox", hasLanguage: true, method: "GET" },
  ]);
});

test("a hit is in the journal before its response is sent, so a kill loses none whose response arrived (H4)", async () => {
  const directory = await mkdtemp(join(tmpdir(), "hits-"));
  const journal = new Hits({ directory, log: createLogger("silent", "t") });
  const answer = answerLink({
    secrets,
    clock: Date,
    stopped,
    hits: journal,
    baseUrl: "https://mail.example.com",
    addressOf: () => "198.51.100.7",
  });
  const linesWhenSent: number[] = [];
  const response = {
    writeHead: () => response,
    end: () => {
      const text = readdirSync(directory)
        .filter((name) => name.endsWith(".log"))
        .map((name) => readFileSync(join(directory, name), "utf8"))
        .join("");
      linesWhenSent.push(text.split("\n").length - 1);
    },
  };
  for (const path of [LINK, PIXEL, TRAP])
    answer({ url: path, method: "GET", headers: {} } as IncomingMessage, response as never);
  await nextTurn();
  expect(linesWhenSent).toEqual([3, 3, 3]);
  await journal.stop();
  await rm(directory, { recursive: true });
});

test("a hit has whether its link began with http; hosts of domains always have https (H5)", async () => {
  await get(LINK, { host: "mail.example.com" });
  await stop();
  const overHttps = hits;
  await start("http://mail.example.com:3000");
  await get(LINK, { host: "mail.example.com:3000" });
  await get(PIXEL, { host: "links.shop.example" });
  expect([...overHttps, ...hits].map(({ isPlainHttp }) => isPlainHttp)).toEqual([false, true, false]);
});

test("HEAD gets the same headers, and its method is recorded (H5)", async () => {
  const response = await ask("HEAD", LINK);
  expect([response.statusCode, response.headers.location, response.body]).toEqual([302, url, ""]);
  expect(hits).toMatchObject([{ method: "HEAD" }]);
});

test("the pixel is a GIF that no cache keeps", async () => {
  const response = await get(PIXEL);
  expect([response.statusCode, response.headers["content-type"], response.rawPayload.length]).toEqual([
    200,
    "image/gif",
    42,
  ]);
  expect(response.headers["cache-control"]).toBe("no-store, private");
  expect(hits).toMatchObject([{ kind: "open", ...content, link: 0, url: null }]);
});

test("the host of a customer serves links and nothing else of the instance", async () => {
  const host = "links.shop.example";
  expect((await get(LINK, { host })).statusCode).toBe(302);
  expect((await get(PIXEL, { host })).statusCode).toBe(200);
  expect((await get("/", { host })).statusCode).toBe(421);
});

test("links of a stopped account show a page, never a redirect (H3)", async () => {
  stopped.add(content.accountNumber);
  const response = await get(LINK);
  expect([response.statusCode, response.headers.location]).toEqual([410, undefined]);
  expect(response.body).toContain("This link was stopped");
  stopped.clear();
  expect((await get(LINK)).statusCode).toBe(302);
});

test("the hidden link shows a page", async () => {
  const response = await get(TRAP);
  expect([response.statusCode, response.headers.location]).toEqual([200, undefined]);
  expect(hits).toMatchObject([{ link: HONEYPOT }]);
});

describe("a link that this instance did not make (H1, Q1)", () => {
  const others = openInstanceSecrets({ dataDir: "/nowhere", key: "x".repeat(32) });
  const other = (more: Partial<typeof content>, to = url) => linkPathOf(others, { ...content, ...more }, to);

  test.each([
    ["another instance", other({})],
    ["another target", `/c/${token}/${encodeTarget("https://evil.example/")}`],
    ["no target", `/c/${token}`],
    ["a cut token", `/c/${token.slice(0, -1)}/${encodeTarget(url)}`],
    ["a cut target", LINK.slice(0, -1)],
    ["a target that is not encoded", `/c/${token}/${url}`],
    [
      "an encoded character in the token",
      LINK.replace(token[0] as string, `%${token.charCodeAt(0).toString(16)}`),
    ],
    ["more path", `${LINK}/x`],
    ["the token of the pixel", `/c/${PIXEL.slice(3, -4)}/${encodeTarget(url)}`],
    ["nothing", "/c/"],
    ["a pixel with the token of a link", `/o/${token}.gif`],
    ["a pixel of another type", PIXEL.replace(".gif", ".png")],
  ])("%s gets the page for an invalid link", async (_, path) => {
    const response = await get(path);
    expect([response.statusCode, response.headers.location]).toEqual([404, undefined]);
    expect(response.body).toContain("This link is not valid");
    expect(hits).toEqual([]);
  });

  test("10,000 mutated links give 0 redirects", async () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_/.%?";
    let redirects = 0;
    for (let n = 0; n < 10_000; n += 1) {
      const at = 3 + random(LINK.length - 3);
      const put = alphabet[random(alphabet.length)];
      const path = [LINK.slice(0, at) + put + LINK.slice(at + 1), LINK.slice(0, at) + put + LINK.slice(at)][
        n % 2
      ] as string;
      // A question mark at the end begins an empty query and changes nothing.
      if (path === LINK || path.startsWith(`${LINK}?`)) continue;
      const { statusCode, headers } = await get(path);
      if (statusCode === 302 || headers.location !== undefined) redirects += 1;
    }
    expect(redirects).toBe(0);
    expect(hits).toEqual([]);
  });
});

test.each(["POST", "PUT", "DELETE", "OPTIONS"] as const)(
  "%s changes nothing and does not redirect",
  async (method) => {
    const response = await ask(method, LINK);
    expect([response.statusCode, response.headers.allow]).toEqual([405, "GET, HEAD"]);
    expect(hits).toEqual([]);
  },
);

test("a request that arrives on an open connection while the server stops is answered, and ends the connection", async () => {
  expect((await get(LINK)).headers.connection).toBe("keep-alive");
  app.server.close();
  const response = await get(LINK).catch(() => null);
  if (response) expect([response.statusCode, response.headers.connection]).toEqual([302, "close"]);
});

test("other paths are left to the framework", async () => {
  expect((await get("/healthz")).statusCode).toBe(200);
  expect((await get("/c")).statusCode).toBe(404);
  expect(hits).toEqual([]);
});
