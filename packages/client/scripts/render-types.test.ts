import { describe, expect, test } from "vitest";
import { renderTypes } from "./render-types.ts";
import { type Schema, TypeWriter } from "./type-writer.ts";

const place = { within: "", depth: 0 };
const write = (schema: unknown) => new TypeWriter({ components: {} }).write(schema as Schema, place);

describe("JSON Schema → TypeScript", () => {
  test.each([
    [{ type: "string", format: "uuid" }, "string"],
    [{ type: "integer" }, "number"],
    [{ type: ["string", "null"] }, "string | null"],
    [{ const: "queued" }, '"queued"'],
    [{ type: "boolean", const: true }, "true"],
    [{ type: "string", enum: ["a", "b"] }, '"a" | "b"'],
    [{ anyOf: [{ type: "string" }, { type: "string", maxLength: 2 }, { type: "null" }] }, "string | null"],
    [{ type: "array", items: { type: "string" } }, "string[]"],
    [{ type: "array", items: { anyOf: [{ type: "string" }, { type: "null" }] } }, "Array<string | null>"],
    [{ type: "array", items: { type: "array", items: { type: "string" } } }, "Array<string[]>"],
    [{ type: "object", additionalProperties: true }, "Record<string, unknown>"],
    [{ type: "object", patternProperties: { "^.*$": { type: "number" } } }, "Record<string, number>"],
    [{}, "unknown"],
    [
      { type: "object", properties: { "a-b": { type: "string" }, c: {} }, required: ["c"] },
      '{ "a-b"?: string; c: unknown }',
    ],
    [{ allOf: [{ anyOf: [{ const: 1 }, { const: 2 }] }, { type: "number" }] }, "(1 | 2) & number"],
  ])("%j is %s", (schema, type) => {
    expect(write(schema)).toBe(type);
  });

  test("descriptions become comments that they cannot end", () => {
    const schema = { type: "object", properties: { a: { type: "string", description: "ends */ here" } } };
    expect(write(schema)).toBe("{\n  /** ends *\\/ here */\n  a?: string;\n}");
  });

  test("an unknown keyword is an error, not a loose type", () => {
    expect(() => write({ type: "object", dependentRequired: {} })).toThrow("dependentRequired");
    expect(() => write({ type: "tuple" })).toThrow("tuple");
    expect(() => write({ $ref: "#/components/schemas/Missing" })).toThrow("Missing");
  });
});

test("included operations become types; equal shapes are named once", () => {
  const thing = { type: "object", properties: { id: { type: "string" } }, required: ["id"] };
  const response = (schema: Schema) => ({ content: { "application/json": { schema } } });
  const document = {
    paths: {
      "/api/things": {
        delete: { operationId: "deleteThingForDashboard", responses: { 200: response(thing) } },
      },
      "/api/v1/things": {
        get: {
          operationId: "listThings",
          summary: "List things",
          parameters: [
            { in: "query", name: "limit", description: "Rows.", schema: { type: "integer" } },
            { in: "path", name: "id", required: true, schema: { type: "string" } },
          ],
          responses: {
            200: response({ type: "object", properties: { things: { type: "array", items: thing } } }),
            404: response({ type: "string" }),
          },
        },
        post: {
          operationId: "createThing",
          requestBody: response(thing),
          responses: { 200: response({ const: "old" }), 201: response({ const: "new" }) },
        },
        delete: { operationId: "deleteThing", responses: { 204: {} } },
      },
    },
  };
  expect(renderTypes(document, (path) => !path.startsWith("/api/v1/"))).toContain(
    "export type DeleteThingResponse = { id: string };",
  );
  expect(
    renderTypes(document, (path) => path.startsWith("/api/v1/")),
  ).toBe(`/** Generated from the API's OpenAPI document by \`npm run generate\`. Do not edit. */

/** List things: the query. */
export type ListThingsQuery = {
  /** Rows. */
  limit?: number;
};

/** List things: the response. */
export type ListThingsResponse = { things?: CreateThingBody[] };

/** createThing: the request. */
export type CreateThingBody = { id: string };

/** createThing: the response. */
export type CreateThingResponse = "old" | "new";
`);
});
