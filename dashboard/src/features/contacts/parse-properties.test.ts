import { expect, test } from "vitest";
import { formatProperties, parseProperties } from "./parse-properties.ts";

test("empty text means no properties", () => {
  expect(parseProperties("  \n")).toEqual({ ok: true, value: {} });
});

test("an object is returned unchanged", () => {
  expect(parseProperties('{"plan": "pro", "seats": [1, null]}')).toEqual({
    ok: true,
    value: { plan: "pro", seats: [1, null] },
  });
});

test.each(["[]", "1", '"text"', "null", "true"])("%s is JSON, but not an object", (text) => {
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

test("more than 16 kB is rejected, counted in bytes", () => {
  const fits = JSON.stringify({ note: "x".repeat(16_384 - '{"note":""}'.length) });
  expect(parseProperties(fits).ok).toBe(true);
  expect(parseProperties(fits.replace("x", "é")).ok).toBe(false);
});

test("a property named __proto__ stays a property (C4)", () => {
  const parsed = parseProperties('{"__proto__": {"admin": true}}');
  expect(({} as Record<string, unknown>).admin).toBeUndefined();
  expect(parsed.ok && JSON.stringify(parsed.value)).toBe('{"__proto__":{"admin":true}}');
});

test("stored properties are formatted readably", () => {
  expect(formatProperties({})).toBe("");
  expect(parseProperties(formatProperties({ a: { b: 1 } }))).toEqual({ ok: true, value: { a: { b: 1 } } });
});
