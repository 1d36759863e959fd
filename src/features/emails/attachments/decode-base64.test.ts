import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeBase64 } from "./decode-base64.ts";

test.each([
  ["nothing", "", ""],
  ["a byte", "QQ==", "A"],
  ["lines as MIME writes them", "SGVs\r\nbG8s\r\nIHdv\r\ncmxk", "Hello, world"],
  ["white space anywhere", " S G\tVs\nbG8= \n", "Hello"],
])("%s is read (C15)", (_what, text, bytes) => {
  expect(decodeBase64(text)).toEqual({ ok: true, bytes: Buffer.from(bytes) });
});

test.each([
  ["an invalid character", "SGVs!G8=", "must be base64 with padding"],
  ["a look-alike letter", "\u0141w==", "must be base64 with padding"],
  ["a sentence", "this is no base64.", "must be base64 with padding"],
  ["missing padding", "SGVsbG8", "must be base64 with padding"],
  ["half of the padding", "QQ=", "must be base64 with padding"],
  ["too much padding", "QQ===", "must be base64 with padding"],
  ["padding in the middle", "QQ==QQ==", "must be base64 with padding"],
  ["non-zero trailing bits", "QR==", "must be base64 with padding"],
  ["NUL", "QQ=\0", "must be base64 with padding"],
  [
    "the URL-safe alphabet",
    "-_-_",
    "must be standard base64 with + and /, not the URL-safe form with - and _",
  ],
  ["a data: URL", "data:text/plain;base64,QQ==", "must be only the base64, without the data: prefix"],
])("%s is refused (C15)", (_what, text, reason) => {
  expect(decodeBase64(text)).toEqual({ ok: false, reason });
});

test("decoding restores the encoded bytes, with lines of any length (C15)", () => {
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
