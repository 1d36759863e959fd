import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type App, buildServer } from "../index.ts";

let root: string;
let app: App;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "docs-"));
  await mkdir(join(root, "dist/docs/guides"), { recursive: true });
  await mkdir(join(root, "dist/docs/api"));
  await writeFile(join(root, "dist/index.html"), "the dashboard");
  await writeFile(join(root, "dist/llms.txt"), "the list");
  await writeFile(join(root, "dist/docs/index.html"), "the first page");
  await writeFile(join(root, "dist/docs/guides/domains.html"), "about domains");
  await writeFile(join(root, "dist/docs/guides/domains.md"), "# Domains");
  await writeFile(join(root, "dist/docs/api/index.html"), "the API");
  await writeFile(join(root, "dist/docs/search.json"), "[]");
  await writeFile(join(root, "dist/docs/not-found.html"), "no such page");
  await writeFile(join(root, "secret.html"), "must never be served");
  app = buildServer({
    baseUrl: "http://localhost:3000",
    trustedProxies: [],
    log: pino({ level: "silent" }),
    pagesDir: join(root, "dist"),
  });
});
afterAll(async () => {
  await app.close();
  await rm(root, { recursive: true });
});

test.each([
  ["/docs/", "text/html", "the first page"],
  ["/docs/guides/domains", "text/html", "about domains"],
  ["/docs/guides/domains?from=mail", "text/html", "about domains"],
  ["/docs/api", "text/html", "the API"],
  ["/docs/guides/domains.md", "text/markdown", "# Domains"],
  ["/docs/search.json", "application/json", "[]"],
  ["/llms.txt", "text/plain", "the list"],
])("%s is a file of the documentation", async (url, type, body) => {
  const answer = await app.inject({ url, headers: { accept: "text/html" } });
  expect([answer.statusCode, answer.body]).toEqual([200, body]);
  expect(answer.headers["content-type"]).toContain(type);
  expect(answer.headers["cache-control"]).toBe("no-cache");
  expect(answer.headers["content-security-policy"]).toContain("script-src 'self';");
});

test("/docs leads to the first page", async () => {
  expect((await app.inject("/docs")).headers.location).toBe("/docs/");
});

test.each([
  "/docs/none",
  "/docs/guides/",
  "/docs/..%2f..%2fsecret",
  "/docs//guides/domains",
  "/docs/guides/domains.html.gz",
])("%s is 404 with a page of its own", async (url) => {
  const answer = await app.inject({ url, headers: { accept: "text/html" } });
  expect([answer.statusCode, answer.body]).toEqual([404, "no such page"]);
});

test("a program gets a missing page as an error in JSON", async () => {
  const answer = await app.inject({ url: "/docs/none", headers: { accept: "application/json" } });
  expect(answer.statusCode).toBe(404);
  expect(answer.json().error.code).toBe("not_found");
});
