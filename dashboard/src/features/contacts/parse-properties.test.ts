import { expect, test } from "vitest";
import { formatProperties, parseProperties } from "./parse-properties.ts";

test("nothing typed means no properties", () => {
  expect(parseProperties("  \n")).toEqual({ ok: true, value: {} });
});

test("an object passes as it is", () => {
  expect(parseProperties('{"plan": "pro", "seats": [1, null]}')).toEqual({
    ok: true,
    value: { plan: "pro", seats: [1, null] },
  });
});

test.each(["[]", "1", '"text"', "null", "true"])("%s is JSON, but no object", (text) => {
  expect(parseProperties(text)).toMatchObject({ ok: false, message: expect.stringContaining("object") });
});

test.each([
  ['{\n  "plan": "pro",\n  "seats": x\n}', "Line 3"],
  ["{\n  'plan': 1\n}", "Line 2"],
  ['{\n  "a": 1\n  "b": 2\n}', "Line 3"],
  ['{\n  "a": 1,\n}', "Line 3"],
  ['{"a": "open}', "Line 1"],
])("%j is not JSON, and the message names the line", (text, line) => {
  expect(parseProperties(text)).toMatchObject({ ok: false, message: expect.stringContaining(line) });
});

test("more than 16 kB is refused, counted in bytes", () => {
  const fits = JSON.stringify({ note: "x".repeat(16_384 - '{"note":""}'.length) });
  expect(parseProperties(fits).ok).toBe(true);
  expect(parseProperties(fits.replace("x", "é")).ok).toBe(false);
});

test("C4: a property named __proto__ stays a property", () => {
  const parsed = parseProperties('{"__proto__": {"admin": true}}');
  expect(({} as Record<string, unknown>).admin).toBeUndefined();
  expect(parsed.ok && JSON.stringify(parsed.value)).toBe('{"__proto__":{"admin":true}}');
});

test("what was stored comes back readable", () => {
  expect(formatProperties({})).toBe("");
  expect(parseProperties(formatProperties({ a: { b: 1 } }))).toEqual({ ok: true, value: { a: { b: 1 } } });
});
