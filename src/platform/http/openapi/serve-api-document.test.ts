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

test("errors have one shape, and docs_url is the address of the code's page", async () => {
  const document = (await app.inject("/openapi.json")).json();
  expect(document.paths["/api/open"].get.responses["401"].content["application/json"].schema).toEqual({
    $ref: "#/components/schemas/Error",
  });
  expect(document.components.schemas.Error.properties.error.properties).toHaveProperty("docs_url");
  const { docs_url } = (await app.inject("/api/nothing")).json().error;
  expect(docs_url).toBe("http://localhost:3000/docs/errors/not_found");
});
