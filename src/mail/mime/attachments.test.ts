import { describe, expect, test, vi } from "vitest";
import { readWithPython } from "../../../test/harness/judges/python-judge.ts";
import { GOLDEN } from "./golden/messages.ts";
import { type Attachment, buildMessage, cleanFilename, type MessageInput } from "./index.ts";

vi.setConfig({ testTimeout: 60_000 });

const INPUT = GOLDEN["plain-short"] as MessageInput;
const PDF: Attachment = {
  filename: "x.pdf",
  contentType: "application/pdf",
  contentId: null,
  bytes: Buffer.from("%PDF"),
};
const LOGO: Attachment = {
  filename: "logo.png",
  contentType: "image/png",
  contentId: "logo",
  bytes: Buffer.from("png"),
};

function built(change: Partial<MessageInput>): Buffer {
  return buildMessage({ ...INPUT, ...change });
}

async function read(change: Partial<MessageInput>) {
  const [reading] = await readWithPython([built(change)]);
  if (reading === undefined) throw new Error("Python has read nothing");
  return reading;
}

describe("the tree has each level only when it is needed", () => {
  const html = "<p>x</p>";
  const shapes: [change: Partial<MessageInput>, types: string[]][] = [
    [{}, ["text/plain"]],
    [{ attachments: [] }, ["text/plain"]],
    [{ attachments: [PDF] }, ["multipart/mixed", "text/plain", "application/pdf"]],
    // The HTML cannot refer to it.
    [{ attachments: [LOGO] }, ["multipart/mixed", "text/plain", "image/png"]],
    [{ text: null, html, attachments: [LOGO] }, ["multipart/related", "text/html", "image/png"]],
    [
      { html, attachments: [LOGO] },
      ["multipart/related", "multipart/alternative", "text/plain", "text/html", "image/png"],
    ],
    [
      { html, attachments: [PDF] },
      ["multipart/mixed", "multipart/alternative", "text/plain", "text/html", "application/pdf"],
    ],
    [
      { html, attachments: [PDF, LOGO] },
      [
        "multipart/mixed",
        "multipart/related",
        "multipart/alternative",
        "text/plain",
        "text/html",
        "image/png",
        "application/pdf",
      ],
    ],
  ];
  test("as Python walks it", async () => {
    const readings = await readWithPython(shapes.map(([change]) => built(change)));
    expect(readings.map(({ types }) => types)).toEqual(shapes.map(([, types]) => types));
    for (const [index, { files, defects }] of readings.entries()) {
      const image = shapes[index]?.[0].html === undefined ? "attachment" : "inline";
      for (const { contentType, disposition } of files) {
        expect(disposition).toBe(contentType === "image/png" ? image : "attachment");
      }
      expect(defects).toEqual([]);
    }
  });
});

test("bytes of all lengths are preserved, in lines of at most 76 (C15)", async () => {
  const lengths = [...Array(200).keys(), 58_367, 58_368, 58_369, 116_736, 1_000_000, 3_000_000];
  const attachments = lengths.map((length) => {
    // Nearly all octets, in a cycle of 251, which shares no divisor with the 57 octets of a line.
    const bytes = Buffer.alloc(
      length,
      Buffer.from(Array.from({ length: 251 }, (_, index) => (index * 7) % 256)),
    );
    return { ...PDF, filename: `${length}`, bytes };
  });
  const raw = built({ attachments });
  let longest = 0;
  for (let at = 0; at < raw.length; ) {
    const end = raw.indexOf("\r\n", at);
    longest = Math.max(longest, end - at);
    at = end + 2;
  }
  expect(longest).toBe(76);
  const [reading] = await readWithPython([raw]);
  expect(reading?.defects).toEqual([]);
  for (const [index, { bytes }] of attachments.entries()) {
    expect(reading?.files[index]?.base64 === bytes.toString("base64"), `${bytes.length} bytes`).toBe(true);
  }
});

test("a thousand files with the same name and content id keep their bytes (C15)", async () => {
  const attachments = Array.from({ length: 1_000 }, (_, index) => ({
    ...LOGO,
    bytes: Buffer.from(`${index}`),
  }));
  const { files, defects } = await read({ html: "<p>x</p>", attachments });
  expect(defects).toEqual([]);
  expect(files.map(({ base64 }) => Buffer.from(base64, "base64").toString())).toEqual(
    attachments.map(({ bytes }) => bytes.toString()),
  );
});

test("the reader gets the cleaned names of files (C15)", async () => {
  const inputNames = [
    "../../x",
    "C:\\x",
    `${"x".repeat(300)}.pdf`,
    `${"日".repeat(300)}.pdf`,
    "invoice\u202efdp.exe",
    "a  b.txt",
    'x"; filename="y.exe',
    "=?utf-8?q?x?=.txt",
    "%41''.txt",
    "utf-8''x",
    ".env",
  ];
  const names = inputNames.map((name) => {
    const clean = cleanFilename(name);
    return clean.ok ? clean.filename : clean.reason;
  });
  const { files, defects } = await read({ attachments: names.map((filename) => ({ ...PDF, filename })) });
  expect(files.map(({ filename }) => filename)).toEqual(names);
  expect(defects).toEqual([]);
});

test("a non-ASCII name has an ASCII fallback for readers without RFC 2231", () => {
  const fallback = (filename: string) =>
    / name="?([^"\r]*)/.exec(built({ attachments: [{ ...PDF, filename }] }).toString("latin1"))?.[1];
  expect(fallback("plain name.pdf")).toBeUndefined();
  expect(fallback("Übersicht März.pdf")).toBe("Ubersicht Marz.pdf");
  expect(fallback("東京 🐎.pdf")).toBe("__ _.pdf");
  expect(fallback('a"b\\c/d.txt')).toBe("a_b_c_d.txt");
  expect(fallback(`${"x".repeat(300)}.pdf`)).toBe(`${"x".repeat(46)}.pdf`);
});

test("types that base64 may not encode are declared as application/octet-stream (RFC 2046 §5.2.1)", async () => {
  const contentTypes = [
    "message/rfc822",
    "Message/Partial; id=x",
    "multipart/mixed; boundary=x",
    "no type",
    "",
  ];
  const { files, defects } = await read({
    attachments: contentTypes.map((contentType) => ({ ...PDF, filename: "x.eml", contentType })),
  });
  expect(files.map(({ contentType }) => contentType)).toEqual(
    contentTypes.map(() => "application/octet-stream"),
  );
  expect(defects).toEqual([]);
});

test("a file that contains the boundaries ends no part (C11)", async () => {
  const boundaries =
    built({ html: "x", attachments: [LOGO, PDF] })
      .toString()
      .match(/=_[0-9a-f]{32}/g) ?? [];
  const evil = boundaries.map((boundary) => `\r\n--${boundary}--\r\n`).join("");
  expect(new Set(boundaries).size).toBe(3);
  const attachments = [
    { ...LOGO, bytes: Buffer.from(evil) },
    { ...PDF, bytes: Buffer.from(evil), filename: evil },
  ];
  const { files, types, plain } = await read({ html: evil, text: evil, attachments });
  expect(types).toHaveLength(7);
  expect(plain).toBe(evil);
  expect(files.map(({ base64 }) => Buffer.from(base64, "base64").toString())).toEqual([evil, evil]);
});

describe("In-Reply-To and References", () => {
  const lineOf = (change: Partial<MessageInput>, name: string) =>
    built(change)
      .toString("latin1")
      .replaceAll("\r\n ", " ")
      .split("\r\n")
      .filter((line) => line.toLowerCase().startsWith(`${name}:`));

  test("have brackets and fold between ids (RFC 5322 §3.6.4)", () => {
    const references = Array.from({ length: 40 }, (_, index) => `${index}.${"x".repeat(30)}@b.example`);
    const change = {
      inReplyTo: "a@b.example",
      references: references.map((id, at) => (at % 2 ? id : `<${id}>`)),
    };
    expect(lineOf(change, "in-reply-to")).toEqual(["In-Reply-To: <a@b.example>"]);
    expect(lineOf(change, "references")).toEqual([
      `References: ${references.map((id) => `<${id}>`).join(" ")}`,
    ]);
    const lines = built(change).toString("latin1").split("\r\n");
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(76);
  });

  test("are neither empty nor repeated", () => {
    for (const change of [
      {},
      { inReplyTo: null, references: [] },
      { inReplyTo: "<>", references: ["", "é"] },
    ]) {
      expect(lineOf(change, "in-reply-to")).toEqual([]);
      expect(lineOf(change, "references")).toEqual([]);
    }
    const headers: [string, string][] = [
      ["in-reply-to", "<x@y.example>"],
      ["REFERENCES", "<x@y.example>"],
    ];
    const change = { inReplyTo: "a@b.example", references: ["a@b.example"], headers };
    expect(lineOf(change, "in-reply-to")).toEqual(["in-reply-to: <x@y.example>"]);
    expect(lineOf(change, "references")).toEqual(["REFERENCES: <x@y.example>"]);
  });

  test("an id too long for a line is left out (C10)", () => {
    const change = { references: ["x".repeat(1_000), "a@b.example"] };
    expect(lineOf(change, "references")).toEqual(["References: <a@b.example>"]);
  });
});
