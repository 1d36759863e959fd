import fc from "fast-check";
import { expect, test } from "vitest";
import { expectLinear } from "../../../../test/harness/expect-linear.ts";
import { packByteArrays } from "./pack-byte-arrays.ts";

const packed = (json: string) => packByteArrays(Buffer.from(json)).toString();
const bytes = Array.from({ length: 256 }, (_, n) => n);
const base64 = Buffer.from(bytes).toString("base64");

test.each([
  ["compact", JSON.stringify({ a: bytes })],
  ["with blanks", JSON.stringify({ a: bytes }, null, 2)],
  ["with spaces before commas", `{"a":[ ${bytes.join(" ,\n")} ]}`],
])("an array of bytes becomes base64: %s", (_, json) => {
  expect(JSON.parse(packed(json))).toEqual({ a: base64 });
});

test.each([
  ["short", JSON.stringify({ a: bytes.slice(0, 63) })],
  ["a value over 255", JSON.stringify([...bytes, 256])],
  ["a negative value", JSON.stringify([...bytes, -1])],
  ["a fraction", JSON.stringify([...bytes, 1.5])],
  ["an exponent", `[${bytes},1e2]`],
  ["a leading zero", `[${bytes},01]`],
  ["two values without a comma", `[${bytes} 7]`],
  ["spaces within a value", `[${bytes},1 2]`],
  ["a comma at the end", `[${bytes},]`],
  ["two commas", `[${bytes},,1]`],
  ["a text", JSON.stringify([...bytes, "x"])],
  ["another array", JSON.stringify([...bytes, [1]])],
  ["no end", `[${bytes}`],
  ["inside a string", JSON.stringify({ a: JSON.stringify(bytes) })],
  ["behind an escaped quote", JSON.stringify({ a: `"${JSON.stringify(bytes)}` })],
])("everything else stays unchanged: %s", (_, json) => {
  expect(packed(json)).toBe(json);
});

test("an array of bytes inside another array, and after text with escapes", () => {
  expect(JSON.parse(packed(JSON.stringify(['a\\"[1', bytes, [bytes]])))).toEqual([
    'a\\"[1',
    base64,
    [base64],
  ]);
});

test("any other JSON stays unchanged", () => {
  fc.assert(fc.property(fc.json(), (json) => packed(json) === json));
});

test.each<[string, (size: number) => string]>([
  ["bytes", (size) => `[${"255,".repeat(size)}1]`],
  ["arrays with an invalid end", (size) => `[${"255,".repeat(size)}x]`],
  ["arrays in arrays", (size) => "[1, ".repeat(size)],
  ["text", (size) => `["${"255,".repeat(size)}"]`],
])("6 MB of %s are read in linear time", async (_, build) => {
  await expectLinear((size) => Buffer.from(build(size)), 100_000, packByteArrays);
});
