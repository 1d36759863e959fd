import { expect, test } from "vitest";
import { contentTypeOf } from "./content-type-of.ts";
import { readContentId } from "./read-content-id.ts";
import { readContentType } from "./read-content-type.ts";

test.each([
  ["image/png", "image/png"],
  [" Image/PNG ", "image/png"],
  ["application/vnd.openxmlformats-officedocument.wordprocessingml.document", undefined],
  ["image/svg+xml", undefined],
  ["text/csv; charset=utf-8", undefined],
  ["text/csv;charset=UTF-8;", "text/csv; charset=UTF-8"],
  ['text/csv; Charset="utf-8" ; header=present', "text/csv; charset=utf-8; header=present"],
  ['text/calendar; method=REQUEST; x="a; b=\\"c\\""', undefined],
  // RFC 2045 §5.1: a value that contains a tspecial or is empty must be quoted.
  ['application/x-y; profile="https://a.example/?b=c"; empty=""', undefined],
  ['application/pdf; name="x.pdf"; a=b', "application/pdf; a=b"],
  ["message/rfc822", undefined],
])("reads the content type %s", (input, contentType = input) => {
  expect(readContentType(input)).toEqual({ ok: true, contentType });
});

test.each([
  ["", "type/subtype"],
  ["png", "type/subtype"],
  ["/png", "type/subtype"],
  ["image/", "type/subtype"],
  ["image/png/x", "Only parameters"],
  ["image/png charset=utf-8", "Only parameters"],
  ["image/png; charset", "Only parameters"],
  ["image/png; a=b c", "Only parameters"],
  ['image/png; a="b', "Only parameters"],
  ["image/png; name*=utf-8''x", "Only parameters"],
  ["image/png; a=b; A=c", "twice"],
  ["image/png; __proto__=b; __proto__=c", "twice"],
  ["image/png\r\nBcc: e@x.example", "printable ASCII"],
  ["image/png; a=b\0", "printable ASCII"],
  ["image/png; a=\u2028", "printable ASCII"],
  ["image/ünlaut", "printable ASCII"],
  [`a/b${"; ".repeat(200)}`, "at most 255"],
  [`a/${"b".repeat(128)}`, "Only parameters"],
])("refuses the content type %.40j (C1)", (input, reason) => {
  expect(readContentType(input)).toEqual({ ok: false, reason: expect.stringContaining(reason) });
});

test("reads a content id, bare, in brackets or as a URL", () => {
  for (const [input, contentId] of [
    ["logo", "logo"],
    ["<logo@b.example>", "logo@b.example"],
    ["cid:image001.png@01D9", "image001.png@01D9"],
    ["<CID:x>", "x"],
    ["x".repeat(128), "x".repeat(128)],
  ]) {
    expect(readContentId(input ?? "")).toEqual({ ok: true, contentId });
  }
});

test("refuses an invalid content id (C1)", () => {
  const odd = [
    "",
    "<>",
    "a b",
    "a\r\nX: y",
    "a\0",
    "a\u2028",
    "a>",
    "<a",
    'a"b',
    "a%20b",
    "é",
    "x".repeat(129),
  ];
  for (const input of [...odd, "=?utf-8?q?x?="]) {
    expect(readContentId(input), JSON.stringify(input)).toMatchObject({ ok: false });
  }
});

test("derives the content type from the name alone (C15)", () => {
  for (const [filename, contentType] of [
    ["x.PDF", "application/pdf"],
    ["a.b.csv", "text/csv"],
    ["x.eml", "message/rfc822"],
    ["x", "application/octet-stream"],
    ["x.unheardof", "application/octet-stream"],
    ["constructor", "application/octet-stream"],
    ["x.__proto__", "application/octet-stream"],
    ["", "application/octet-stream"],
  ]) {
    expect(contentTypeOf(filename ?? "")).toBe(contentType);
  }
});
