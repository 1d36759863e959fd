import fc from "fast-check";
import { expect, test } from "vitest";
import { type ParsedReply, ReplyParser } from "./reply-parser.ts";

function parse(bytes: string): { replies: ParsedReply[]; problem: string | null } {
  return new ReplyParser().feed(bytes);
}

test.each([
  ["220 mx.example.com ESMTP\r\n", 220, null, "220 mx.example.com ESMTP"],
  ["250\r\n", 250, null, "250"],
  ["250 \r\n", 250, null, "250"],
  ["250 2.1.0 Ok\r\n", 250, "2.1.0", "250 2.1.0 Ok"],
  ["250-2.1.0\r\n250 2.1.0\r\n", 250, "2.1.0", "250 2.1.0"],
  [
    "550-5.1.1 The email account\r\n550-5.1.1 does not exist.\r\n550 5.1.1 Bye\r\n",
    550,
    "5.1.1",
    "550 5.1.1 The email account does not exist. Bye",
  ],
  ["550-No such\r\n550 user\r\n", 550, null, "550 No such user"],
  // RFC 3463 §2: an enhanced code of another class than the reply's is ignored.
  ["550 2.1.0 Ok\r\n", 550, null, "550 2.1.0 Ok"],
  ["451 4.7.1234 x\r\n", 451, null, "451 4.7.1234 x"],
  ["550 5.7.1.\r\n", 550, null, "550 5.7.1."],
  // E18: any bytes become text.
  ["550 Empf\xc3\xa4nger unbekannt\r\n", 550, null, "550 Empfänger unbekannt"],
  ["550 Empf\xe4nger unbekannt\r\n", 550, null, "550 Empf\ufffdnger unbekannt"],
  ["550 a\0b\x1b[31mc\x7f\t\xc2\x85d\r\n", 550, null, "550 a b [31mc d"],
  ["550 x\xe2\x80\xa8y\xe2\x80\xaez\r\n", 550, null, "550 x y z"],
  ["550 <script>alert(1)</script>\r\n", 550, null, "550 <script>alert(1)</script>"],
])("%j", (bytes, code, enhanced, line) => {
  expect(parse(bytes)).toEqual({
    problem: null,
    replies: [{ code, enhanced, line, texts: expect.any(Array) }],
  });
});

test.each([
  ["different codes", "250-a\r\n251 b\r\n"],
  ["four digits", "2200 hello\r\n"],
  ["two digits", "22\r\n"],
  ["first digit", "120 hello\r\n"],
  ["first digit", "620 hello\r\n"],
  ["second digit", "260 hello\r\n"],
  ["no separator", "250hello\r\n"],
  ["not SMTP", "HTTP/1.1 400 Bad Request\r\n"],
  ["nothing", "\r\n"],
  ["TLS", "\x15\x03\x01\x00\x02\x02\r\n"],
  ["bare LF", "250 ok\n"],
  ["bare LF inside", "250 ok\n250 ok\r\n"],
  ["bare CR inside", "250 ok\r250 ok\r\n"],
  ["64 kB in a line", `250 ${"x".repeat(65_536)}\r\n`],
  ["64 kB without an end", `250 ${"x".repeat(65_536)}`],
  ["endless lines", "250-x\r\n".repeat(201)],
])("%s is not a valid reply: %# (E18)", (_, bytes) => {
  const { replies, problem } = parse(bytes);
  expect(replies).toEqual([]);
  expect(problem).toMatch(/repl|line/);
  expect(problem?.length).toBeLessThan(200);
});

test("replies before the problem are returned", () => {
  const { replies, problem } = parse("250 ok\r\n550 no\r\ngarbage\r\n");
  expect(replies.map(({ code }) => code)).toEqual([250, 550]);
  expect(problem).toContain("garbage");
});

test("at most 1 kB of a reply is kept, without cutting a character", () => {
  for (const text of ["x", "\xc3\xa4", "\xe6\x97\xa5"]) {
    const [reply] = parse(`550-${text.repeat(900)}\r\n550 ${text.repeat(900)}\r\n`).replies;
    expect(Buffer.byteLength(reply?.line ?? "")).toBeGreaterThan(1_000);
    expect(Buffer.byteLength(reply?.line ?? "")).toBeLessThanOrEqual(1_024);
    expect(reply?.line).not.toContain("\ufffd");
  }
});

test("replies do not depend on how the bytes are split", () => {
  const bytes = "250-first\r\n250-SIZE 100\r\n250 last\r\n354 go\r\n550-5.1.1 a\r\n550 5.1.1 b\r\n";
  const unsplit = parse(bytes).replies;
  expect(unsplit).toHaveLength(3);
  fc.assert(
    fc.property(fc.array(fc.nat(bytes.length), { maxLength: 8 }), (cuts) => {
      const parser = new ReplyParser();
      const places = [0, ...cuts.sort((a, b) => a - b), bytes.length];
      const replies = places
        .slice(1)
        .flatMap((end, index) => parser.feed(bytes.slice(places[index], end)).replies);
      expect(replies).toEqual(unsplit);
      expect(parser.isMidReply).toBe(false);
    }),
  );
});

test("any bytes give replies or a problem, and nothing else", () => {
  const piece = fc.constantFrom(
    "250",
    "550",
    "-",
    " ",
    "\r\n",
    "\r",
    "\n",
    "x",
    "\0",
    "\xff",
    "5.1.1",
    "4.0.0",
    "99",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      for (const { code, line } of parse(pieces.join("")).replies) {
        expect(code).toBeGreaterThanOrEqual(200);
        expect(code).toBeLessThan(600);
        expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
      }
    }),
    { numRuns: 2_000 },
  );
});
