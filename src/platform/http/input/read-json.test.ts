import fc from "fast-check";
import { expect, test } from "vitest";
import { AppError } from "../../errors/index.ts";
import { inspectJson } from "./inspect-json.ts";
import { readJson } from "./read-json.ts";
import { scanJson } from "./scan-json.ts";

function refusalOf(body: string | Buffer): AppError {
  try {
    readJson(Buffer.from(body as string));
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error(`was read: ${String(body).slice(0, 100)}`);
}

test.each([
  ["nothing", ""],
  ["a truncated value", '{"a":'],
  ["trailing data", '{"a":1} x'],
  ["a second value", '{"a":1}{"a":1}'],
  ["NaN", '{"a":NaN}'],
  ["a single quote", "{'a':1}"],
  ["a bare control character", '{"a":"\u0001"}'],
  ["a byte order mark", "\uFEFF{}"],
  ["UTF-16", Buffer.from('{"a":1}', "utf16le")],
  ["invalid UTF-8", Buffer.from([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x7d])],
  ["the same key twice", '{"a":1,"a":2}'],
  ["the same key twice, deep inside", '{"b":[{"a":1,"c":{"a":{},"a":{}}}]}'],
  ["the same key twice, written differently", '{"a":1,"\\u0061":2}'],
  ["100,000 open brackets", "[".repeat(100_000)],
  ["100,000 closed brackets", "[".repeat(100_000) + "]".repeat(100_000)],
  ["65 levels", `${'{"a":'.repeat(65)}1${"}".repeat(65)}`],
])("a body with %s is malformed (C18)", (_name, body) => {
  expect(refusalOf(body)).toMatchObject({ code: "malformed_request", status: 400 });
});

test.each([
  '{"__proto__":{"polluted":true}}',
  '{"a":[{"__proto__":1}]}',
  '{"\\u005f_proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"a":{"constructor":{"prototype":1}}}',
])("%s is refused and changes no prototype (C4)", (body) => {
  expect(refusalOf(body)).toMatchObject({ code: "malformed_request", status: 400 });
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});

test.each([
  ["a number out of range (C18)", '{"a":[1,1e400]}', "a[1]"],
  ["an integer that would be rounded (C18)", '{"a":{"b":9007199254740993}}', "a.b"],
  ["NUL in a string (C1)", '{"a":"x\\u0000y"}', "a"],
  ["half a surrogate pair (C14)", '{"a":["x\\ud800y"]}', "a[0]"],
  ["half a surrogate pair in a key (C14)", '{"\\udc00":1}', ""],
])("%s is reported as an error of its field", (_name, body, path) => {
  expect(refusalOf(body)).toMatchObject({ code: "validation_failed", status: 422, fields: [{ path }] });
});

test.each([
  ["members", `{${Array.from({ length: 50_001 }, (_, n) => `"k${n}":1`).join()}}`],
  ["elements", JSON.stringify(Array(100_002).fill(1))],
  ["empty objects", JSON.stringify(Array(100_002).fill({}))],
  ["elements in many arrays", JSON.stringify(Array(400).fill(Array(300).fill("x")))],
  ["commas only", `[${",".repeat(5_000_000)}`],
])("a body with too many %s is refused before parsing", (_name, body) => {
  expect(refusalOf(body)).toMatchObject({ code: "body_too_large", status: 413 });
});

test("an object of more than 5,000 members is refused", () => {
  const objectOf = (members: number) =>
    `{"a":[{${Array.from({ length: members }, (_, n) => `"k${n}":1`).join()}}]}`;
  expect(refusalOf(objectOf(5_001))).toMatchObject({ code: "body_too_large", status: 413 });
  expect(() => readJson(Buffer.from(objectOf(5_000)))).not.toThrow();
});

test("harmless values are unchanged", () => {
  const body =
    '{"a":-0,"b":1e300,"c":9007199254740991,"d":"\\ud83d\\ude00\\"\\\\","constructor":"x","e":{"prototype":{}},"":{"":[]}}';
  // To JavaScript, 1e300 is an integer of more than 53 bits.
  expect(refusalOf(body)).toMatchObject({ fields: [{ path: "b" }] });
  const fine = body.replace("1e300", "1e-300");
  expect(readJson(Buffer.from(fine))).toEqual(JSON.parse(fine));
});

test("the scan counts the same members as parsing, for any text", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), fc.constantFrom(0, 2), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      const { members } = scanJson(text, { depth: 100, members: 1e9, commas: 1e9 });
      expect(members).toBe(countMembers(JSON.parse(text)));
    }),
  );
});

test("the inspection counts the same members", () => {
  fc.assert(
    fc.property(fc.array(fc.dictionary(fc.stringMatching(/^[a-z]{1,3}$/), fc.nat())), (value) => {
      expect(inspectJson(value)).toBe(countMembers(value));
    }),
  );
});

function countMembers(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const inside = Object.values(value).reduce((sum: number, member) => sum + countMembers(member), 0);
  return inside + (Array.isArray(value) ? 0 : Object.keys(value).length);
}
