import { Type } from "typebox";
import { expect, test } from "vitest";
import { serializerFor } from "./serializer.ts";

const user = Type.Object({ email: Type.String(), name: Type.Union([Type.String(), Type.Null()]) });
const schema = Type.Object({
  user: Type.Union([user, Type.Null()]),
  others: Type.Array(user),
  properties: Type.Record(Type.String(), Type.Unknown()),
  note: Type.Optional(Type.String()),
});
const serialize = serializerFor({ schema, method: "GET", url: "/", httpStatus: "200" });

test("values that the schema does not name are not sent, at any depth (B6)", () => {
  const secret = { password_hash: "x", token: "y" };
  const ada = { email: "ada@example.com", name: null, ...secret };
  const text = serialize({
    user: ada,
    others: [ada],
    properties: { any: { thing: 1 } },
    note: undefined,
    ...secret,
  });
  expect(JSON.parse(text)).toEqual({
    user: { email: "ada@example.com", name: null },
    others: [{ email: "ada@example.com", name: null }],
    properties: { any: { thing: 1 } },
  });
});

test("null stays null", () => {
  expect(serialize({ user: null, others: [], properties: {} })).toBe(
    '{"user":null,"others":[],"properties":{}}',
  );
});

test("an object that matches no branch is an error", () => {
  expect(() => serialize({ user: { email: 1 }, others: [], properties: {} })).toThrow("no branch");
});
