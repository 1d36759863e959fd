import { describe, expect, test } from "vitest";
import { mergeProperties } from "./merge-properties.ts";
import { type Properties, readContactFields } from "./read-contact-fields.ts";

function errorsIn(read: () => unknown): string[] {
  try {
    read();
    return [];
  } catch (error) {
    expect(error).toMatchObject({ code: "validation_failed" });
    return ((error as { fields?: { path: string }[] }).fields ?? []).map(({ path }) => path);
  }
}

describe("readContactFields", () => {
  test("leaves absent fields absent, so that a change affects nothing else", () => {
    expect(readContactFields({})).toEqual({});
    expect(readContactFields({ subscribed: false })).toEqual({ subscribed: false });
  });

  test.each([
    ["Ada@Example.COM", "Ada@example.com", "ada@example.com"],
    ["jörg@bücher.example", "jörg@xn--bcher-kva.example", "jörg@xn--bcher-kva.example"],
    ['"a b"@example.com', '"a b"@example.com', '"a b"@example.com'],
  ])("the address %s is stored as %s and compared as %s", (email, address, key) => {
    expect(readContactFields({ email })).toEqual({ email: { address, key } });
  });

  test.each([
    "",
    "ada",
    "Ada <ada@example.com>",
    "<ada@example.com>",
    "a@b.com, c@d.com",
    "a@b.com\r\nBcc: c@d.com",
  ])("refuses the address %j", (email) => {
    expect(errorsIn(() => readContactFields({ email }))).toEqual(["email"]);
  });

  test.each([
    ["  Ada Lovelace ", "Ada Lovelace"],
    ["", null],
    ["   ", null],
    [null, null],
    ["half \ud800 pair", "half \ufffd pair"],
    ["😀".repeat(200), "😀".repeat(200)],
  ])("the name %j is stored as %j", (name, stored) => {
    expect(readContactFields({ name })).toEqual({ name: stored });
  });

  test.each(["\r", "\n", "\0", "\u007f", "\u0085", "\u2028", "\u2029", "\u000b", "\u000c"])(
    "rejects the control character %j in a name (C14)",
    (control) => {
      expect(errorsIn(() => readContactFields({ name: `Ada${control}Bcc: x` }))).toEqual(["name"]);
      expect(errorsIn(() => readContactFields({ name: `Ada${control}` }))).toEqual(["name"]);
    },
  );

  test("rejects a name of more than 200 characters", () => {
    expect(errorsIn(() => readContactFields({ name: "x".repeat(201) }))).toEqual(["name"]);
  });

  test("accepts properties of at most 16,384 bytes in any encoding", () => {
    const empty = Buffer.byteLength('{"note":""}');
    const fitting = "é".repeat((16_384 - empty - 1) / 2);
    expect(errorsIn(() => readContactFields({ properties: { note: `${fitting}x` } }))).toEqual([]);
    expect(errorsIn(() => readContactFields({ properties: { note: `${fitting}xx` } }))).toEqual([
      "properties",
    ]);
  });

  test("rejects numbers that PostgreSQL would return with 300 characters", () => {
    expect(errorsIn(() => readContactFields({ properties: { list: [{ deep: 1e-300 }] } }))).toEqual([
      "properties",
    ]);
    expect(errorsIn(() => readContactFields({ properties: { list: [0, -0.5, 1e-9, 1.5e15] } }))).toEqual([]);
  });

  test("names every invalid field at once", () => {
    const input = { email: "no-address", name: "a\nb", properties: { note: "x".repeat(20_000) } };
    expect(errorsIn(() => readContactFields(input))).toEqual(["email", "name", "properties"]);
  });
});

describe("mergeProperties", () => {
  test("replaces the new values and keeps the rest", () => {
    const existing: Properties = { plan: "free", tags: ["a"], nested: { a: 1 } };
    expect(mergeProperties(existing, { plan: "pro", nested: { b: 2 }, gone: null })).toEqual({
      plan: "pro",
      tags: ["a"],
      nested: { b: 2 },
      gone: null,
    });
  });

  test("treats prototype names as ordinary names (C4)", () => {
    const changes: Properties = JSON.parse('{"__proto__": {"polluted": true}, "constructor": 1}');
    expect(Object.keys(mergeProperties({}, changes))).toEqual(["__proto__", "constructor"]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test("rejects a result that is too large", () => {
    const half = "x".repeat(9_000);
    expect(errorsIn(() => mergeProperties({ a: half }, { b: half }))).toEqual(["properties"]);
    expect(errorsIn(() => mergeProperties({ a: half }, { a: half }))).toEqual([]);
  });
});
