import { pino } from "pino";
import { Type } from "typebox";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type App, buildServer, errorResponses, timestamp } from "../index.ts";

let app: App;

beforeAll(() => {
  app = buildServer({
    baseUrl: "http://localhost:3000",
    trustedProxies: [],
    log: pino({ level: "silent" }),
    description: {
      title: "Things",
      version: "1.2.3",
      introduction: "All about things.",
      securitySchemes: { key: { type: "http", scheme: "bearer", description: "A key." } },
      securityOf: (path) => (path === "/api/open" ? [] : ["key"]),
    },
  });
  const response = { 200: Type.Object({ at: timestamp }), ...errorResponses(401, 404) };
  const handler = async () => ({ at: "2026-11-21T08:30:00.000Z" });
  app.get(
    "/api/things/:id",
    { schema: { operationId: "getThing", params: Type.Object({ id: Type.Integer() }), response } },
    handler,
  );
  app.get("/api/open", { schema: { operationId: "getOpen", response } }, handler);
  app.get("/api/internal", { schema: { hide: true } }, handler);
});
afterAll(() => app.close());

test("the document is OpenAPI 3.1 and has every route below /api except hidden ones", async () => {
  const document = (await app.inject("/openapi.json")).json();
  expect(document.openapi).toBe("3.1.0");
  expect(document.info).toMatchObject({ title: "Things", version: "1.2.3" });
  expect(Object.keys(document.paths)).toEqual(["/api/things/{id}", "/api/open"]);
  expect(document.paths["/api/things/{id}"].get).toMatchObject({
    operationId: "getThing",
    security: [{ key: [] }],
    parameters: [{ in: "path", name: "id", required: true, schema: { type: "integer" } }],
  });
  expect(document.paths["/api/open"].get.security).toEqual([]);
  expect(document.paths["/api/open"].get).not.toHaveProperty("head");
});

test("errors have one shape, and docs_url links to the heading of its code", async () => {
  const document = (await app.inject("/openapi.json")).json();
  expect(document.paths["/api/open"].get.responses["401"].content["application/json"].schema).toEqual({
    $ref: "#/components/schemas/Error",
  });
  expect(document.components.schemas.Error.properties.error.properties).toHaveProperty("docs_url");
  const { docs_url } = (await app.inject("/api/nothing")).json().error;
  expect(docs_url).toBe("http://localhost:3000/docs/#description/not-found");
  expect(document.info.description).toContain("## not_found\n");
});

test("the reference page loads only from this server, as its policy requires", async () => {
  expect((await app.inject("/docs")).headers.location).toBe("/docs/");
  const page = await app.inject("/docs/");
  expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect([...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url)).toEqual(["js/scalar.js"]);
  expect(page.body).not.toMatch(/https?:\/\//);
  const policy = String(page.headers["content-security-policy"]);
  expect(policy).toMatch(/script-src 'self' 'sha256-[^']+'(;|$)/);
  expect(policy).toContain("connect-src 'self'");
  expect(policy).not.toMatch(/https?:|\*/);
});

test("the page's script is sent compressed to clients that accept gzip", async () => {
  const plain = await app.inject("/docs/js/scalar.js");
  const compressed = await app.inject({
    url: "/docs/js/scalar.js",
    headers: { "accept-encoding": "br, gzip" },
  });
  expect(plain.headers["content-encoding"]).toBeUndefined();
  expect(compressed.headers["content-encoding"]).toBe("gzip");
  expect(compressed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
});
