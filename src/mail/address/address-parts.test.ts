import { expect, test } from "vitest";
import { compareKey, domainOf, needsSmtpUtf8 } from "./index.ts";

test("the domain is the text after the last @", () => {
  expect(domainOf("a@b.example")).toBe("b.example");
  expect(domainOf('"a@x.example"@b.example')).toBe("b.example");
});

test("only a non-ASCII local part needs SMTPUTF8 (C9)", () => {
  expect(needsSmtpUtf8("a@xn--bcher-kva.example")).toBe(false);
  expect(needsSmtpUtf8("jürgen@b.example")).toBe(true);
  expect(needsSmtpUtf8('"用 户"@b.example')).toBe(true);
});

test.each([
  ["Ada@B.example", "ada@b.example"],
  ['"ada"@b.example', "ada@b.example"],
  ['"a\\d\\a"@b.example', "ada@b.example"],
  ['"A B"@b.example', '"a b"@b.example'],
  ['"a..b"@b.example', '"a..b"@b.example'],
  ['"a\\"b"@b.example', '"a\\"b"@b.example'],
  ["ada@BÜCHER.example", "ada@xn--bcher-kva.example"],
  ["JU\u0308RGEN@b.example", "j\u00fcrgen@b.example"],
  ["ada+tag@b.example", "ada+tag@b.example"],
])("%s compares as %s", (address, key) => {
  expect(compareKey(address)).toBe(key);
  expect(compareKey(key)).toBe(key);
});

test("different mailboxes have different keys", () => {
  expect(compareKey('"a b"@x.example')).not.toBe(compareKey("ab@x.example"));
  expect(compareKey("a.b@x.example")).not.toBe(compareKey("ab@x.example"));
});
