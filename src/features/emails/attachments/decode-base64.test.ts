import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeBase64 } from "./decode-base64.ts";

test.each([
  ["nothing", "", ""],
  ["a byte", "QQ==", "A"],
  ["lines as MIME writes them", "SGVs\r\nbG8s\r\nIHdv\r\ncmxk", "Hello, world"],
  ["white space anywhere", " S G\tVs\nbG8= \n", "Hello"],
])("C15 %s is read", (_what, text, bytes) => {
  expect(decodeBase64(text)).toEqual({ ok: true, bytes: Buffer.from(bytes) });
});

test.each([
  ["a character of none", "SGVs!G8=", "must be base64, with its padding"],
  ["a letter that only looks like one", "\u0141w==", "must be base64, with its padding"],
  ["a sentence", "this is no base64.", "must be base64, with its padding"],
  ["a missing end", "SGVsbG8", "must be base64, with its padding"],
  ["half of its padding", "QQ=", "must be base64, with its padding"],
  ["too much padding", "QQ===", "must be base64, with its padding"],
  ["padding in the middle", "QQ==QQ==", "must be base64, with its padding"],
  ["bits that nothing stands for", "QR==", "must be base64, with its padding"],
  ["NUL", "QQ=\0", "must be base64, with its padding"],
  ["the URL-safe alphabet", "-_-_", "must be base64 with + and /, not its URL-safe form with - and _"],
  [
    "a data: URL",
    "data:text/plain;base64,QQ==",
    "must be base64 alone, without what a data: URL says before it",
  ],
])("C15 %s is refused", (_what, text, reason) => {
  expect(decodeBase64(text)).toEqual({ ok: false, reason });
});

test("C15 what was encoded comes back, in lines of any length", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 500 }), fc.integer({ min: 1, max: 80 }), (bytes, length) => {
      const lines =
        Buffer.from(bytes)
          .toString("base64")
          .match(new RegExp(`.{1,${length}}`, "g")) ?? [];
      expect(decodeBase64(lines.join("\r\n"))).toEqual({ ok: true, bytes: Buffer.from(bytes) });
    }),
  );
});
