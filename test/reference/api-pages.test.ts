import { readdir, readFile } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";
import { Posthouse } from "../../packages/client/src/index.ts";
import { errorCatalog } from "../../src/platform/errors/index.ts";
import { type ApiCall, callsOf, type OpenApiDocument } from "./api-operation.ts";
import { apiPages } from "./api-pages.ts";
import { loadApiDocument } from "./api-types.ts";
import { CLIENT_CALLS } from "./client-calls.ts";

const docs = new URL("../../docs/", import.meta.url);
let document: OpenApiDocument;
let calls: ApiCall[];

beforeAll(async () => {
  document = (await loadApiDocument()) as unknown as OpenApiDocument;
  calls = callsOf(document);
});

test("the pages of docs/api are current (npm run generate)", async () => {
  const pages = apiPages(document);
  for (const { path, content } of pages)
    expect(await readFile(new URL(`../${path}`, docs), "utf8"), path).toBe(content);
  expect((await readdir(new URL("api", docs))).sort()).toEqual(
    pages.map(({ path }) => path.replace("docs/api/", "")).sort(),
  );
});

test("docs/errors has a page for each code and no other", async () => {
  const codes = [...errorCatalog().keys()].map((code) => `${code}.md`).sort();
  expect((await readdir(new URL("errors", docs))).sort()).toEqual(codes);
});

test("the dashboard's own paths are on a page of their own", () => {
  for (const { path, content } of apiPages(document))
    expect(/`(GET|POST|PATCH|DELETE) \/api\/(?!v1\/)/.test(content), path).toBe(
      path === "docs/api/dashboard.md",
    );
});

test("every public operation has an example with the client", () => {
  const operations = calls.filter(({ path }) => path.startsWith("/api/v1/"));
  expect(operations.map(({ operation }) => operation.operationId).sort()).toEqual(
    Object.keys(CLIENT_CALLS).sort(),
  );
});

test.each(Object.keys(CLIENT_CALLS))(
  "the client's example of %s calls that operation",
  async (operationId) => {
    const { method, path } = calls.find(({ operation }) => operation.operationId === operationId) as ApiCall;
    const requests: string[] = [];
    const posthouse = new Posthouse("ph_test", {
      baseUrl: "http://localhost:3000",
      maxRetries: 0,
      fetch: async (url, init) => {
        requests.push(`${init?.method ?? "GET"} ${new URL(String(url)).pathname}`);
        throw new TypeError("no network here");
      },
    });
    const run = new Function("posthouse", `return (async () => { ${CLIENT_CALLS[operationId]} })()`);
    await expect(run(posthouse)).rejects.toThrow();
    const expected = new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
    expect(requests).toEqual([expect.stringMatching(expected)]);
  },
);
