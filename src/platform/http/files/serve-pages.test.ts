import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type App, buildServer } from "../index.ts";

const script = "export const text = 'a long script';\n".repeat(200);
let root: string;
let app: App;

function open(pagesDir: string): App {
  return buildServer({
    baseUrl: "http://localhost:3000",
    trustedProxies: [],
    log: pino({ level: "silent" }),
    pagesDir,
  });
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "pages-"));
  const dist = join(root, "dist");
  await mkdir(join(dist, "assets"), { recursive: true });
  await writeFile(join(dist, "index.html"), "<!doctype html><title>the page</title>");
  await writeFile(join(dist, "favicon.svg"), "<svg/>");
  await writeFile(join(dist, ".env"), "must never be served");
  await writeFile(join(dist, "assets", "index-abc123.js"), "1;");
  await writeFile(join(dist, "assets", "large-abc123.js"), script);
  await writeFile(join(dist, "assets", "large-abc123.js.br"), brotliCompressSync(script));
  await writeFile(join(dist, "assets", "large-abc123.js.gz"), gzipSync(script));
  await writeFile(join(root, "secret.txt"), "must never be served");
  app = open(dist);
});
afterAll(async () => {
  await app.close();
  await rm(root, { recursive: true });
});

const html = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

test.each(["/", "/emails", "/emails/01a1fc0b?x=1", "/keys"])(
  "%s is a page of the application",
  async (url) => {
    const answer = await app.inject({ url, headers: html });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain("the page");
    expect(answer.headers["cache-control"]).toBe("no-cache");
    expect(answer.headers["content-security-policy"]).toContain("script-src 'self'");
  },
);

test("files with a hash in their name are cached forever, other files are revalidated", async () => {
  const asset = await app.inject("/assets/index-abc123.js");
  expect(asset.headers).toMatchObject({
    "content-type": expect.stringContaining("javascript"),
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
  });
  const icon = await app.inject("/favicon.svg");
  expect(icon.headers["cache-control"]).toBe("no-cache");
  const again = await app.inject({
    url: "/favicon.svg",
    headers: { "if-none-match": String(icon.headers.etag) },
  });
  expect(again.statusCode).toBe(304);
});

test.each([
  ["br, gzip", "br", brotliDecompressSync],
  ["gzip, deflate", "gzip", gunzipSync],
])("a client that accepts %s gets the compressed file of the build", async (accepted, encoding, decode) => {
  const url = "/assets/large-abc123.js";
  const answer = await app.inject({ url, headers: { "accept-encoding": accepted } });
  expect(answer.headers).toMatchObject({
    "content-encoding": encoding,
    "content-type": expect.stringContaining("javascript"),
    "cache-control": "public, max-age=31536000, immutable",
    vary: expect.stringMatching(/accept-encoding/i),
  });
  expect(decode(answer.rawPayload).toString()).toBe(script);
  expect(answer.rawPayload.length).toBeLessThan(script.length / 10);
});

test.each([undefined, "identity", "br;q=0, gzip;q=0"])(
  "a client that accepts %s gets the file as it is, and caches keep the two apart",
  async (accepted) => {
    const headers = accepted === undefined ? {} : { "accept-encoding": accepted };
    const answer = await app.inject({ url: "/assets/large-abc123.js", headers });
    expect(answer.headers["content-encoding"]).toBeUndefined();
    expect(answer.headers.vary).toMatch(/accept-encoding/i);
    expect(answer.body).toBe(script);
  },
);

test("a missing file is 404 and not cached, and so is everything below /api", async () => {
  const missing = await app.inject("/assets/gone.js");
  expect(missing.statusCode).toBe(404);
  expect(missing.headers["cache-control"]).not.toContain("immutable");
  expect((await app.inject("/gone.png")).statusCode).toBe(404);
  for (const url of ["/api", "/api/nothing", "/api?x=1"]) {
    const answer = await app.inject({ url, headers: html });
    expect(answer.statusCode).toBe(404);
    expect(answer.json().error.code).toBe("not_found");
  }
});

test.each([
  "/assets/../../secret.txt",
  "/assets/..%2f..%2fsecret.txt",
  "/assets/%2e%2e/%2e%2e/secret.txt",
  "/..%2fsecret.txt",
  "/assets/..\\..\\secret.txt",
  "/assets/..%5c..%5csecret.txt",
  "/.env",
  "/assets//index-abc123.js%00.txt",
])("%s does not reach files outside", async (url) => {
  const answer = await app.inject({ url, headers: { accept: "application/json" } });
  expect(answer.statusCode).toBeGreaterThanOrEqual(400);
  expect(answer.statusCode).toBeLessThan(500);
  expect(answer.body).not.toContain("kept from");
});

test("the page of a dashboard that is not built says what to do", async () => {
  const unbuilt = open(join(root, "nothing"));
  const answer = await unbuilt.inject({ url: "/", headers: html });
  expect(answer.statusCode).toBe(503);
  expect(answer.body).toContain("npm run build");
  await unbuilt.close();
});
