import { describe, expect, test } from "vitest";
import { expectLinear } from "../../../../test/harness/expect-linear.ts";
import { readWithPython } from "../../../../test/harness/judges/python-judge.ts";
import { applyEdits, encodeLongLines, readHeaderFields, readLines } from "../index.ts";

const none = Buffer.alloc(0);
const long = "A long line, which a program wrote in one piece. ".repeat(30).trimEnd();
const html = `<p>${"<b>x</b>".repeat(400)}</p>`;
const from = "From: ada@example.com\r\nSubject: x\r\n";
const mime = `${from}MIME-Version: 1.0\r\n`;
const bytes = (text: string) => Buffer.from(text, "latin1");

async function encode(message: Buffer, removedNames: string[] = []) {
  const { problem, longLines } = readLines(message);
  expect(problem).toBeNull();
  const header = readHeaderFields(message, { maxBytes: 1_000_000 });
  const removed = header.ok ? header.fields.filter(({ name }) => removedNames.includes(name)) : [];
  return await encodeLongLines(message, { longLines, removed });
}

async function encoded(message: Buffer): Promise<{ raw: Buffer; encodings: string[] }> {
  const result = await encode(message);
  if (!result.ok) throw new Error(result.reason);
  const raw = applyEdits(message, result.edits, none);
  expect(readLines(raw)).toEqual({ problem: null, longLines: [] });
  return { raw, encodings: [...result.encodings].sort() };
}

function multipart(subtype: string, ...parts: string[]): string {
  const body = parts.map((part) => `--b1\r\n${part}\r\n`).join("");
  return `Content-Type: multipart/${subtype}; boundary="b1"\r\n\r\npreamble\r\n${body}--b1--\r\nepilogue\r\n`;
}

function nested(levels: number): string {
  let text = `\r\n${long}`;
  for (let level = 0; level < levels; level += 1)
    text = `Content-Type: multipart/mixed; boundary=b${level}.\r\n\r\n--b${level}.\r\n${text}\r\n--b${level}.--\r\n`;
  return text;
}

describe("the content is unchanged for Python's reader", () => {
  const plain = `${from}\r\n${long}\r\n.dot\r\nend\r\n`;
  test.each([
    ["no MIME at all", plain, long, ["quoted-printable"]],
    ["8-bit text without a type", `${from}\r\n${long} Größe\r\n`, "Größe", ["quoted-printable"]],
    ["text", `${mime}Content-Type: text/plain; charset=utf-8\r\n\r\n${long}\r\n`, long, ["quoted-printable"]],
    [
      "text in Greek, which base64 makes shorter",
      `${mime}Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${"Ελλάδα".repeat(200)}\r\n`,
      "Ελλάδα".repeat(200),
      ["base64"],
    ],
    [
      "quoted-printable with a long line",
      `${mime}Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${"Gr=C3=BC=C3=9Fe ".repeat(200)}=20\r\n`,
      "Grüße ".repeat(200),
      ["quoted-printable"],
    ],
    [
      "base64 in one line",
      `${mime}Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(long).toString("base64")}\r\n`,
      long,
      ["base64"],
    ],
    [
      "one part of two",
      `${mime}${multipart("alternative", "Content-Type: text/plain\r\n\r\nshort", `Content-Type: text/html\r\n\r\n${html}`)}`,
      html,
      ["quoted-printable"],
    ],
    [
      "a part of a part",
      `${mime}${multipart("mixed", `Content-Type: multipart/alternative; boundary=b1x\r\n\r\n--b1x\r\nContent-Type: text/plain\r\n\r\n${long}\r\n--b1x--\r\n`)}`,
      long,
      ["quoted-printable"],
    ],
    ["a part without a header", `${mime}${multipart("mixed", `\r\n${long}`)}`, long, ["quoted-printable"]],
  ])("%s", async (_, text, content, encodings) => {
    const message = Buffer.from(text);
    const result = await encoded(message);
    expect(result.encodings).toEqual(encodings);
    const [before, after] = await readWithPython([message, result.raw]);
    expect(after?.defects).toEqual([]);
    expect(after?.headers.filter(([name]) => /^(?:from|subject)$/i.test(name))).toEqual(
      before?.headers.filter(([name]) => /^(?:from|subject)$/i.test(name)),
    );
    expect(after?.types).toEqual(before?.types);
    expect(`${after?.plain}${after?.html}`).toContain(content);
  });

  test("a file that is not text", async () => {
    const file = JSON.stringify({ rows: Array.from({ length: 500 }, (_, index) => index) });
    const text = `${mime}${multipart(
      "mixed",
      "Content-Type: text/plain\r\n\r\nshort",
      `Content-Type: application/json\r\nContent-Disposition: attachment; filename=a.json\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${file}`,
    )}`;
    const { raw, encodings } = await encoded(Buffer.from(text));
    expect(encodings).toEqual(["base64"]);
    const [read] = await readWithPython([raw]);
    expect(Buffer.from(read?.files[0]?.base64 ?? "", "base64").toString()).toBe(file);
    expect(raw.toString()).toContain("Content-Type: text/plain\r\n\r\nshort\r\n--b1");
  });

  test("a message in a message", async () => {
    const inner = `${mime}Content-Type: text/plain\r\n\r\n${long}`;
    const { raw } = await encoded(
      Buffer.from(`${mime}${multipart("mixed", `Content-Type: message/rfc822\r\n\r\n${inner}`)}`),
    );
    const [read] = await readWithPython([raw]);
    expect(read?.types).toEqual(["multipart/mixed", "message/rfc822", "text/plain"]);
    expect(read?.defects).toEqual([]);
    expect(raw.toString()).toContain("=\r\n");
  });

  test("megabytes in one line, with chunk ends anywhere", async () => {
    for (const unit of ["x", "word ", "ä", "\t", "ab\r\n "]) {
      const text = unit.repeat(Math.ceil(1_400_000 / unit.length)).trim();
      const { raw } = await encoded(
        Buffer.from(`${mime}Content-Type: text/plain; charset=utf-8\r\n\r\n${long}${text}!\r\n`),
      );
      const [read] = await readWithPython([raw]);
      expect(read?.plain?.replaceAll("\r\n", "\n")).toBe(`${long}${text}!\n`.replaceAll("\r\n", "\n"));
    }
  });
});

describe("messages that must not change are refused", () => {
  const signed = multipart(
    "signed; protocol=x",
    `Content-Type: text/plain\r\n\r\n${long}`,
    "Content-Type: application/pgp-signature\r\n\r\nx",
  );
  test.each([
    ["a signed part", `${mime}${signed}`, /signed/],
    [
      "the client's own signature",
      `DKIM-Signature: v=1; d=example.com\r\n${mime}Content-Type: text/plain\r\n\r\n${long}\r\n`,
      /DKIM/,
    ],
    ["an unknown encoding", `${mime}Content-Transfer-Encoding: x-uuencode\r\n\r\n${long}\r\n`, /unknown/],
    [
      "two encodings",
      `${mime}${"Content-Transfer-Encoding: 7bit\r\n".repeat(2)}\r\n${long}\r\n`,
      /ambiguous/,
    ],
    ["no boundary", `${mime}Content-Type: multipart/mixed\r\n\r\n${long}\r\n`, /ambiguous/],
    ["no end", `${mime}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\n${long}\r\n`, /ambiguous/],
    [
      "a delivery status",
      `${mime}Content-Type: message/delivery-status\r\n\r\n${long}\r\n`,
      /delivery-status/,
    ],
    ["a header line without a blank", `${mime}X-Long: ${"x".repeat(2_000)}\r\n\r\nx\r\n`, /header/],
    ["twenty levels", `${mime}${nested(20)}`, /ambiguous/],
  ])("%s", async (_, text, reason) => {
    expect(await encode(bytes(text))).toEqual({ ok: false, reason: expect.stringMatching(reason) });
  });
});

describe("the header", () => {
  test("is folded at its blanks without a change of meaning", async () => {
    const people = Array.from({ length: 200 }, (_, index) => `person-${index}@example.net`).join(", ");
    const message = bytes(`${from}To: ${people}\r\nReferences: ${"<id@x.test> ".repeat(200)}\r\n\r\nx\r\n`);
    const { raw, encodings } = await encoded(message);
    expect(encodings).toEqual(["folded"]);
    expect(raw.toString().replace(/\r\n(?=[ \t])/g, "")).toBe(message.toString());
    expect(raw.toString()).toMatch(/\r\n\r\nx\r\n$/);
  });

  test("removed fields are not folded and cause no refusal", async () => {
    const text = `Bcc: ${"x".repeat(2_000)}\r\nDKIM-Signature: d=other.test\r\n${mime}\r\n${long}\r\n`;
    const result = await encode(bytes(text), ["bcc", "dkim-signature"]);
    expect(result.ok && [...result.encodings]).toEqual(["quoted-printable"]);
  });

  test("only lines outside removed fields are folded, wherever those fields are", async () => {
    const removed = `Bcc: ${"x".repeat(2_000)}\r\n ${"y".repeat(2_000)}\r\n`;
    const kept = `X-Kept: ${"word ".repeat(300)}end\r\n`;
    const message = bytes(`${removed}${kept}${removed}Bcc:\r\n${from}${kept}${removed}\r\nx\r\n`);
    const result = await encode(message, ["bcc"]);
    const starts = result.ok ? result.edits.map(({ start }) => message.toString("latin1", 0, start)) : [];
    expect(starts).toEqual([
      expect.stringMatching(/X-Kept: [word ]+$/),
      expect.stringMatching(/X-Kept: [word ]+$/),
    ]);
  });
});

test.each<[string, (kilobytes: number) => string]>([
  ["parts", (size) => `${mime}${multipart("mixed", ...Array(4.5 * size).fill("\r\nx"), `\r\n${long}`)}`],
  [
    "almost delimiters",
    (size) => `${mime}${multipart("mixed", `\r\n${"--b1 x\r\n".repeat(100 * size)}${long}`)}`,
  ],
  ["long lines", (size) => `${mime}\r\n${`${"x".repeat(1_000)}\r\n`.repeat(size)}`],
  [
    "boundaries with the same beginning",
    (size) => `${mime}${multipart("mixed", `\r\n${"--b1".repeat(200 * size)}`)}`,
  ],
])("two megabytes of %s take linear time", async (_, build) => {
  await expectLinear(
    (kilobytes) => bytes(build(kilobytes)),
    124,
    (message) => encode(message),
  );
});

test("thousands of removed fields before thousands of long lines take linear time", async () => {
  const type = "Content-Type: multipart/signed; boundary=b1\r\n";
  await expectLinear(
    (count) => {
      const message = bytes(
        `${"bcc:\r\n".repeat(count)}${mime}${type}\r\n${`${"x".repeat(1_000)}\r\n`.repeat(count)}`,
      );
      const header = readHeaderFields(message, { maxBytes: message.length });
      if (!header.ok) throw new Error(header.reason);
      const removed = header.fields.filter(({ name }) => name === "bcc");
      return { message, removed, longLines: readLines(message).longLines };
    },
    1_000,
    // Refused because of its type, so the body is not encoded.
    ({ message, ...read }) => encodeLongLines(message, read),
  );
});
