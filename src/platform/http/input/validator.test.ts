import { type TSchema, Type } from "typebox";
import { expect, test } from "vitest";
import { AppError } from "../../errors/index.ts";
import { validatorFor } from "./validator.ts";

const address = Type.String({ minLength: 1, maxLength: 20 });
const body = Type.Object(
  {
    to: Type.Union([address, Type.Array(address, { minItems: 1, maxItems: 3 })]),
    subject: Type.String(),
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: 9 })),
    kind: Type.Optional(Type.Union([Type.Literal("a"), Type.Literal("b")])),
    at: Type.Optional(Type.String({ format: "date-time" })),
    name: Type.Optional(Type.Union([Type.String({ maxLength: 3 }), Type.Null()])),
    extra: Type.Optional(Type.Object({ size: Type.Integer() }, { additionalProperties: false })),
  },
  { additionalProperties: false },
);

function errorsIn(schema: TSchema, value: unknown, httpPart = "body") {
  const verdict = validatorFor({ schema, httpPart, method: "POST", url: "/" })(value);
  if (!("error" in verdict)) return verdict.value;
  expect(verdict.error).toBeInstanceOf(AppError);
  const { code, message, fields } = verdict.error as AppError;
  return {
    code,
    message,
    fields: Object.fromEntries((fields ?? []).map((problem) => [problem.path, problem.message])),
  };
}

test.each([
  [{ to: "a" }, { subject: "is required" }],
  [{}, { to: "is required", subject: "is required" }],
  [
    { to: "a", sbject: "" },
    { subject: "is required", sbject: "is not a known field" },
  ],
  [{ to: "a", subject: 1 }, { subject: "must be a string" }],
  [{ to: 1, subject: "" }, { to: "must be a string or an array" }],
  [{ to: "", subject: "" }, { to: "must not be empty" }],
  [{ to: [], subject: "" }, { to: "must not be empty" }],
  [{ to: ["a", ""], subject: "" }, { "to[1]": "must not be empty" }],
  [{ to: ["a", 1], subject: "" }, { "to[1]": "must be a string" }],
  [{ to: ["a", "b", "c", "d"], subject: "" }, { to: "must have at most 3 entries" }],
  [{ to: "a".repeat(21), subject: "" }, { to: "must have at most 20 characters" }],
  [{ to: "a", subject: "", count: "1" }, { count: "must be a whole number" }],
  [{ to: "a", subject: "", count: 0 }, { count: "must be 1 or more" }],
  [{ to: "a", subject: "", count: 10 }, { count: "must be 9 or less" }],
  [{ to: "a", subject: "", kind: "c" }, { kind: 'must be "a" or "b"' }],
  [{ to: "a", subject: "", at: "yesterday" }, { at: "must be a time such as 2026-11-21T08:30:00.000Z" }],
  [{ to: "a", subject: "", name: 1 }, { name: "must be a string or null" }],
  [{ to: "a", subject: "", name: "long" }, { name: "must have at most 3 characters" }],
  [{ to: "a", subject: "", extra: { size: 1, sise: 1 } }, { "extra.sise": "is not a known field" }],
  [[], { "": "must be an object" }],
  [null, { "": "must be an object" }],
])("%j gets an error for each invalid field", (value, fields) => {
  expect(errorsIn(body, value)).toMatchObject({ code: "validation_failed", fields });
});

test("the message names the first invalid field, so that a log line without `fields` is enough", () => {
  expect(errorsIn(body, { to: "a", subject: 1 })).toMatchObject({
    message: "The field subject must be a string.",
  });
});

const action = Type.Union([
  Type.Object({ action: Type.Literal("in"), email: Type.String() }, { additionalProperties: false }),
  Type.Object({ action: Type.Literal("out") }, { additionalProperties: false }),
]);

test.each([
  [{ action: "in" }, { email: "is required" }],
  [{ action: "in", email: "a", x: 1 }, { x: "is not a known field" }],
  [{ action: "up" }, { action: 'must be "in" or "out"' }],
  [{}, { action: "is required" }],
])("in a union, %j is validated against the intended branch", (value, fields) => {
  expect(errorsIn(action, value)).toMatchObject({ fields });
});

test("a body is unchanged: nothing is coerced, dropped or filled in", () => {
  const value = { to: "a", subject: "" };
  expect(errorsIn(body, value)).toBe(value);
});

const query = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
    deep: Type.Optional(Type.Boolean()),
    cursor: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);

test("a query string accepts one spelling of each value, with defaults", () => {
  expect(errorsIn(query, {}, "querystring")).toEqual({ limit: 50 });
  expect(errorsIn(query, { limit: "7", deep: "true", cursor: "7" }, "querystring")).toEqual({
    limit: 7,
    deep: true,
    cursor: "7",
  });
});

test.each(["07", "7.0", "7e0", "0x7", " 7", "+7", "", "101", "0", "-1", "٧", "9".repeat(30)])(
  "limit=%s is refused",
  (limit) => {
    expect(errorsIn(query, { limit }, "querystring")).toMatchObject({ code: "validation_failed" });
  },
);

test("a parameter given twice, misspelt or with NUL is refused by name", () => {
  expect(errorsIn(query, { limit: ["1", "2"] }, "querystring")).toMatchObject({
    fields: { limit: expect.any(String) },
  });
  expect(errorsIn(query, { limt: "1" }, "querystring")).toMatchObject({
    fields: { limt: "is not a known field" },
  });
  expect(errorsIn(query, { cursor: "a\0" }, "querystring")).toMatchObject({
    fields: { cursor: expect.any(String) },
  });
});

test("a path with an invalid parameter is not found", () => {
  const params = Type.Object({ id: Type.Integer({ minimum: 1 }) });
  expect(errorsIn(params, { id: "7" }, "params")).toEqual({ id: 7 });
  for (const id of ["x", "0", "07", "1\0"])
    expect(errorsIn(params, { id }, "params")).toMatchObject({ code: "not_found" });
});
