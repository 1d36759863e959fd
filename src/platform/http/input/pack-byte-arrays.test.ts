import fc from "fast-check";
import { expect, test } from "vitest";
import { packByteArrays } from "./pack-byte-arrays.ts";

const packed = (json: string) => packByteArrays(Buffer.from(json)).toString();
const bytes = Array.from({ length: 256 }, (_, n) => n);
const base64 = Buffer.from(bytes).toString("base64");

test.each([
  ["compact", JSON.stringify({ a: bytes })],
  ["with blanks", JSON.stringify({ a: bytes }, null, 2)],
  ["with blanks before commas", `{"a":[ ${bytes.join(" ,\n")} ]}`],
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
  ["blanks within a value", `[${bytes},1 2]`],
  ["a comma at the end", `[${bytes},]`],
  ["two commas", `[${bytes},,1]`],
  ["a text", JSON.stringify([...bytes, "x"])],
  ["another array", JSON.stringify([...bytes, [1]])],
  ["no end", `[${bytes}`],
  ["in a text", JSON.stringify({ a: JSON.stringify(bytes) })],
  ["behind an escaped quote", JSON.stringify({ a: `"${JSON.stringify(bytes)}` })],
])("everything else stays as it is: %s", (_, json) => {
  expect(packed(json)).toBe(json);
});

test("an array of bytes within another array, and behind text with escapes", () => {
  expect(JSON.parse(packed(JSON.stringify(['a\\"[1', bytes, [bytes]])))).toEqual([
    'a\\"[1',
    base64,
    [base64],
  ]);
});

test("any other JSON stays as it is", () => {
  fc.assert(fc.property(fc.json(), (json) => packed(json) === json));
});

test("40 MB of bytes, or of what almost is, hold up nobody", () => {
  const many = "255,".repeat(10 * 1024 * 1024);
  for (const json of [`[${many}1]`, `[${many}x]`, "[1,".repeat(13 * 1024 * 1024), `["${many}"]`]) {
    const body = Buffer.from(json);
    const before = process.cpuUsage();
    packByteArrays(body);
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(500);
  }
});
