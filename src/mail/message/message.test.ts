import { describe, expect, test } from "vitest";
import { expectLinear } from "../../../test/harness/expect-linear.ts";
import { encodeWords } from "../mime/encoded-words.ts";
import { applyEdits, readFrom, readHeaderFields, readLines, readText } from "./index.ts";

const bytes = (text: string) => Buffer.from(text, "latin1");

describe("readLines", () => {
  test.each([
    ["", null],
    ["a\r\n", null],
    ["a\r\n\r\nb\r\n.\r\n", null],
    [`${"x".repeat(998)}\r\n`, null],
    ["\xff\xfe\r\n", null],
    ["a", null],
    ["a\n", "line feed"],
    ["a\r\nb\nc\r\n", "line feed"],
    ["a\rb\r\n", "carriage return"],
    ["a\r\r\n", "carriage return"],
    ["\r\n.\r\r\n", "carriage return"],
    ["a\r", "carriage return"],
    ["a\0b\r\n", "NUL"],
    [`${"x".repeat(2_000)}\r\na\nb\r\n`, "line feed"],
  ])("%j: %s (D3 D4 D9)", (text, problem) => {
    const read = readLines(bytes(text));
    expect(read.longLines).toEqual([]);
    if (problem === null) expect(read.problem).toBeNull();
    else expect(read.problem).toContain(problem);
  });

  test("returns the start of each line of more than 998 octets", () => {
    const long = "x".repeat(999);
    expect(readLines(bytes(`a\r\n${long}\r\n${"x".repeat(998)}\r\n${long}`))).toEqual({
      problem: null,
      longLines: [3, 3 + 1_001 + 1_000],
    });
  });
});

test("applyEdits replaces, removes and inserts, in any order", () => {
  const edits = [
    { start: 4, end: 5, bytes: bytes("E") },
    { start: 1, end: 3, bytes: bytes("") },
    { start: 6, end: 6, bytes: bytes("--") },
  ];
  expect(applyEdits(bytes("abcdef"), edits, bytes(">")).toString()).toBe(">adEf--");
});

describe("readHeaderFields", () => {
  const read = (text: string, maxBytes = 1_000) => readHeaderFields(bytes(text), { maxBytes });

  test("returns ranges that include folded lines", () => {
    const message = "From: a@b.test\r\nSubject: one\r\n two\r\nX-Empty:\r\nOld : x\r\n\r\nbody: no\r\n";
    const header = read(message);
    if (!header.ok) throw new Error(header.reason);
    expect(header.fields.map(({ name, start, end }) => [name, message.slice(start, end)])).toEqual([
      ["from", "From: a@b.test\r\n"],
      ["subject", "Subject: one\r\n two\r\n"],
      ["x-empty", "X-Empty:\r\n"],
      ["old", "Old : x\r\n"],
    ]);
    expect(message.slice(header.end)).toBe("\r\nbody: no\r\n");
  });

  test.each([
    ["no header", "\r\nbody\r\n", 0],
    ["no body", "From: a@b.test\r\n", 1],
    ["nothing", "", 0],
  ])("%s", (_, text, count) => {
    const header = read(text);
    expect(header.ok && header.fields).toHaveLength(count);
  });

  test.each([
    [" folded: from the start\r\n", "begins with a blank"],
    ["From: a@b.test\r\nno colon\r\n", "Line 2"],
    ["From a@b.test Mon Jan 1 00:00:00 2024\r\n", "Line 1"],
    [": no name\r\n", "Line 1"],
    ["na me: x\r\n", "Line 1"],
    ["n\xe4me: x\r\n", "Line 1"],
    [`A: ${"x".repeat(990)}\r\nB: ${"x".repeat(20)}\r\n`, "more than 1000"],
  ])("refuses %j (D9)", (text, reason) => {
    expect(read(text)).toEqual({ ok: false, reason: expect.stringContaining(reason) });
  });

  test("many blanks in a name take linear time", async () => {
    const header = (blanks: number) => bytes(`a${" ".repeat(blanks)}b: x\r\n`);
    await expectLinear(header, 1_500, (message) => readHeaderFields(message, { maxBytes: message.length }));
  });
});

test.each([
  ["plain text", "plain text"],
  ["folded\r\n  text", "folded  text"],
  ["=?utf-8?Q?Gr=C3=BC=C3=9Fe?=", "Grüße"],
  ["=?UTF-8?B?R3LDvMOfZQ==?= aus =?iso-8859-1?q?K=F6ln?=", "Grüße aus Köln"],
  ["=?utf-8?q?one_?=\r\n =?utf-8?q?two?=", "one two"],
  ["=?utf-8?b?w5?= =?utf-8?q?_?=", "\ufffd "],
  ["=?utf-8?q?=F0=9F=9A?= =?utf-8?q?=80?=", "🚀"],
  ["=?iso-2022-jp?B?GyRCRnxLXBsoQg==?=", "日本"],
  ["=?iso-2022-jp?B?GyRCRnxLXBsoQg==?= =?iso-2022-jp?B?GyRCRnxLXBsoQg==?=", "日本日本"],
  [
    "=?ISO-2022-JP?B?GyRCRnxLXBsoQg==?=\r\n =?ISO-2022-JP?Q?ab?= =?ISO-2022-JP?B?GyRCRnxLXBsoQg==?=",
    "日本ab日本",
  ],
  // A character that is split between two encoded words, contrary to RFC 2047 §5.
  ["=?iso-2022-jp?B?GyRCRnw=?= =?iso-2022-jp?B?S1wbKEI=?=", "日本"],
  ["=?utf-8*en?q?ok?=", "ok"],
  ["=?no-such-charset?q?x?=", "=?no-such-charset?q?x?="],
  ["=?utf-8?x?x?= 1 =? 2", "=?utf-8?x?x?= 1 =? 2"],
  ["=?utf-8?q?a=0D=0ABcc:_x?=", "a Bcc: x"],
  ["  blanks around ", "blanks around"],
])("readText %j is %j", (body, text) => {
  expect(readText(Buffer.from(body))).toBe(text);
});

describe("readFrom", () => {
  test.each([
    [" ada@example.com", "ada@example.com", null],
    [" Ada Lovelace <ada@Example.COM>", "ada@example.com", "Ada Lovelace"],
    [' "Lovelace, Ada" <ada@example.com>', "ada@example.com", "Lovelace, Ada"],
    ["\r\n =?utf-8?q?J=C3=BCrgen?=\r\n <j@example.com>", "j@example.com", "Jürgen"],
    [" root@example.com (Cron Daemon)", "root@example.com", "Cron Daemon"],
    [" root@example.com (a (nested) \\) one)", "root@example.com", "a (nested) ) one"],
    [' "not (a comment)" <a@example.com>', "a@example.com", "not (a comment)"],
    [' First "M." Last <a@example.com>', "a@example.com", 'First "M." Last'],
    [" a@b.example <a@example.com>", "a@example.com", "a@b.example"],
    [" Acme, Inc. <a@example.com>", "a@example.com", "Acme, Inc."],
    [" Acme: Orders <a@example.com>", "a@example.com", "Acme: Orders"],
    [" Acme (Support) <a@example.com>", "a@example.com", "Acme (Support)"],
    [" Ada\r\n\t<a@example.com>", "a@example.com", "Ada"],
    [" Ada <a@example.com> (at work)", "a@example.com", "Ada"],
    [" =?utf-8?q?A=00B?= <a@example.com>", "a@example.com", "A B"],
    [" =?utf-8?q?A=0D=0AB=E2=80=A8C?= <a@example.com>", "a@example.com", "A B C"],
  ])("%j", (body, address, name) => {
    expect(readFrom(Buffer.from(body))).toEqual({ ok: true, mailboxes: [{ address, name }] });
  });

  test("a name has at most 256 characters after its encoded words are decoded", () => {
    const chinese = "=?utf-8?q?=E4=BD=A0=E4=BD=A0=E4=BD=A0=E4=BD=A0=E4=BD=A0=E4=BD=A0=E4=BD=A0?= ";
    const read = (name: string) => readFrom(Buffer.from(` ${name} <a@example.com>`));
    const named = (name: string) => ({ ok: true, mailboxes: [{ address: "a@example.com", name }] });
    expect(read(encodeWords("Ж".repeat(256)))).toEqual(named("Ж".repeat(256)));
    expect(read(chinese.repeat(36))).toEqual(named("你".repeat(252)));
    for (const name of [encodeWords("Ж".repeat(257)), "n".repeat(257), chinese.repeat(37)])
      expect(read(name)).toEqual({ ok: false, reason: expect.stringContaining("256 characters") });
  });

  test.each([
    [" a@example.com, b@example.com", ["a@example.com", "b@example.com"]],
    [' "Lovelace, Ada" <a@example.com>, Acme, Inc. <b@example.com>', ["a@example.com", "b@example.com"]],
    [" a@example.com (one, two),\r\n B <b@example.com>", ["a@example.com", "b@example.com"]],
  ])("several mailboxes: %j", (body, addresses) => {
    const read = readFrom(Buffer.from(body));
    expect(read.ok && read.mailboxes.map(({ address }) => address)).toEqual(addresses);
  });

  test("ten thousand nested comments, quotes or brackets are refused unread (C6)", () => {
    for (const unit of ["(", '"', "<", "(<", "a@b.test,", "=?utf-8?q?", "\\("])
      expect(readFrom(Buffer.from(`${unit.repeat(10_000)} <a@example.com>`))).toEqual({
        ok: false,
        reason: "It is longer than 10000 characters.",
      });
  });

  test.each([
    "",
    " ",
    " undisclosed:;",
    " team: a@example.com, b@example.com;",
    " <>",
    " a@b@c.test",
    " (only)",
    " Bank <bank@b.example> <a@example.com>",
    ' "Bank <bank@b.example>" <a@example.com>',
    " (Bank <bank@b.example>) Ada <a@example.com>",
    " =?utf-8?q?Bank_=3Cbank=40b.example=3E?= <a@example.com>",
    " =?utf-8?q?bank=40b.example?=@example.com",
    ` ${"a@example.com, ".repeat(11)}`,
  ])("refuses %j", (body) => {
    expect(readFrom(Buffer.from(body))).toEqual({ ok: false, reason: expect.any(String) });
  });
});
