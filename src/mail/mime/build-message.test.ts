import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { GOLDEN } from "./golden/messages.ts";
import { buildMessage, isHeaderName, type MessageInput } from "./index.ts";

const INPUT = GOLDEN["plain-short"] as MessageInput;

function built(change: Partial<MessageInput>): string {
  return buildMessage({ ...INPUT, ...change }).toString("latin1");
}

function headerLines(message: string): string[] {
  return message.slice(0, message.indexOf("\r\n\r\n")).split("\r\n");
}

test.each(Object.keys(GOLDEN))("%s.eml is built octet by octet", (name) => {
  const message = buildMessage(GOLDEN[name] as MessageInput);
  const golden = readFileSync(new URL(`golden/${name}.eml`, import.meta.url));
  expect(message.toString("latin1")).toBe(golden.toString("latin1"));
});

test("the same input gives the same bytes, another seed gives other boundaries", () => {
  const input = GOLDEN["alternative-german"] as MessageInput;
  expect(buildMessage(input).equals(buildMessage({ ...input }))).toBe(true);
  expect(buildMessage({ ...input, boundarySeed: "other" }).equals(buildMessage(input))).toBe(false);
});

test("the date is UTC and English in every locale (E36)", () => {
  expect(built({ date: new Date("2026-12-31T23:59:59.999Z") })).toContain(
    "Date: Thu, 31 Dec 2026 23:59:59 +0000\r\n",
  );
  expect(built({ date: new Date("2000-02-29T00:00:00Z") })).toContain(
    "Date: Tue, 29 Feb 2000 00:00:00 +0000\r\n",
  );
});

describe("headers", () => {
  test("a line break or control character in any field adds no line (C1)", () => {
    const evil = "x\r\nBcc: evil@x.example\r\n\r\nbody\u2028\u2029\u0085\0\v\f\x7fy";
    const message = built({
      subject: evil,
      messageId: evil,
      from: { address: "a@b.example", name: evil },
      replyTo: [{ address: evil, name: null }],
      headers: [["X-Evil", evil]],
    });
    const names = headerLines(message).map((line) => line.split(":", 1)[0]);
    expect(names.filter((name) => !name?.startsWith(" "))).toEqual([
      "Date",
      "From",
      "Reply-To",
      "To",
      "Subject",
      "Message-ID",
      "X-Evil",
      "MIME-Version",
      "Content-Type",
      "Content-Transfer-Encoding",
    ]);
    expect(message).not.toMatch(/[\0\v\f\x7f-\xff]/);
  });

  test("an invalid header name throws (C3)", () => {
    for (const name of ["", ":", "X Y", "X:", "Ü", "X\r\nBcc", `X${"y".repeat(76)}`, "X\0"]) {
      expect(isHeaderName(name)).toBe(false);
      expect(() => built({ headers: [[name, "value"]] })).toThrow(RangeError);
    }
    for (const name of ["X-Y", "__proto__", "constructor", "toString", "x".repeat(76)]) {
      expect(isHeaderName(name)).toBe(true);
      expect(built({ headers: [[name, "value"]] }).replace(":\r\n ", ": ")).toContain(
        `\r\n${name}: value\r\n`,
      );
    }
  });

  test("a long subject folds before its spaces and unfolds to itself (C10)", () => {
    const subject = "word ".repeat(400).trim();
    const message = built({ subject });
    expect(Math.max(...headerLines(message).map((line) => line.length))).toBeLessThanOrEqual(76);
    expect(message.replaceAll("\r\n ", " ")).toContain(`Subject: ${subject}\r\n`);
  });

  test("a word too long for a line is encoded (C10)", () => {
    const message = built({ subject: "x".repeat(5_000), headers: [["X-Long", `a ${"y".repeat(2_000)}`]] });
    expect(Math.max(...headerLines(message).map((line) => line.length))).toBeLessThanOrEqual(76);
    expect(message).toContain("=?UTF-8?Q?x");
  });

  test("a word that does not fit into a line with the spaces before it is encoded (C10)", () => {
    const message = built({ subject: `a${" ".repeat(600)}${"b".repeat(600)}` });
    expect(Math.max(...headerLines(message).map((line) => line.length))).toBeLessThanOrEqual(76);
    expect(message).toContain("=?UTF-8?Q?a");
  });

  test("every encoded word contains complete code points (RFC 2047 §5)", () => {
    const subject = "🐎".repeat(100) + "é".repeat(100) + "a🐎".repeat(50);
    const words =
      headerLines(built({ subject }))
        .join("")
        .match(/=\?UTF-8\?[BQ]\?[^?]*\?=/g) ?? [];
    expect(words.length).toBeGreaterThan(10);
    const decoded = words.map((word) => {
      const payload = word.slice(10, -2);
      if (word[8] === "B") return Buffer.from(payload, "base64").toString();
      const text = payload.replaceAll("_", " ");
      return Buffer.from(
        text.replace(/=(..)/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
        "latin1",
      ).toString();
    });
    expect(decoded.join("")).toBe(subject);
    expect(decoded.join("")).not.toContain("\ufffd");
  });

  test("a Bcc header cannot be set (C20)", () => {
    const message = built({ ...({ bcc: [{ address: "secret@x.example", name: null }] } as object) });
    expect(message).not.toMatch(/secret|bcc/i);
  });
});

describe("bodies", () => {
  const encodingOf = (text: string) => /Content-Transfer-Encoding: (\S+)/.exec(built({ text }))?.[1];

  test.each([
    ["plain", "7bit"],
    ["", "7bit"],
    [".\r\n..\r\n.x", "7bit"],
    ["tab\there", "7bit"],
    ["x".repeat(76), "7bit"],
    ["x".repeat(77), "quoted-printable"],
    ["blank at the end \nx", "quoted-printable"],
    ["blank at the very end\t", "quoted-printable"],
    ["From here\n", "quoted-printable"],
    ["x\rFrom here", "quoted-printable"],
    ["x From here", "7bit"],
    ["NUL \0 here", "quoted-printable"],
    ["contains =_ like a boundary", "quoted-printable"],
    ["Grüße aus dem schönen Köln", "quoted-printable"],
    ["ご注文", "base64"],
    ["\ud800".repeat(9), "base64"],
  ])("%j travels as %s", (text, encoding) => {
    expect(encodingOf(text)).toBe(encoding);
  });

  test("bare CR and bare LF become CRLF, NUL is encoded (C12)", () => {
    expect(built({ text: "a\rb\nc\r\nd\n\re\r\r\nf" }).split("\r\n\r\n").slice(1).join("\r\n\r\n")).toBe(
      "a\r\nb\r\nc\r\nd\r\n\r\ne\r\n\r\nf\r\n",
    );
    expect(built({ text: "é aaaaaa\rb\nc\0" })).toContain("=C3=A9 aaaaaa\r\nb\r\nc=00=\r\n");
  });

  test("no line has more than 76 characters, wherever an escape falls (RFC 2045 §6.7 (5))", () => {
    for (let column = 60; column < 80; column += 1) {
      for (const odd of ["é", "=", "\t\n", ".", " ", "é\n"]) {
        const text = `${"x".repeat(column)}${odd}${"y".repeat(200)}${odd}`;
        const message = built({ text });
        const body = message.slice(message.indexOf("\r\n\r\n") + 4);
        expect(Math.max(...body.split("\r\n").map((line) => line.length))).toBeLessThanOrEqual(76);
        const decoded = body
          .replaceAll("=\r\n", "")
          .replace(/=(..)/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
        expect(Buffer.from(decoded, "latin1").toString()).toBe(text.replaceAll("\n", "\r\n"));
      }
    }
  });

  test("a text that contains its own boundary ends no part (C11)", () => {
    const boundary = /boundary="([^"]+)"/.exec(built({ html: "<p>x</p>" }))?.[1];
    const message = built({ html: "<p>x</p>", text: `a\n--${boundary}--\nb\n` });
    expect(message.split(`--${boundary}`).length - 1).toBe(3);
  });

  test("a message after a huge one contains nothing of it", () => {
    const before = built({});
    expect(built({ text: "é".repeat(2_000_000) }).length).toBeGreaterThan(4_000_000);
    expect(built({})).toBe(before);
    expect(() => built({ headers: [["no name", ""]] })).toThrow();
    expect(built({})).toBe(before);
  });
});
