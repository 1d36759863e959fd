import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type InvalidCsv, readCell, readCsv, writeCsvLine } from "./index.ts";

async function* inPieces(bytes: Uint8Array, size = bytes.length): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(bytes: Uint8Array | string, { size, charset }: { size?: number; charset?: string } = {}) {
  const buffer = typeof bytes === "string" ? Buffer.from(bytes) : bytes;
  const rows: [line: number, ...cells: string[]][] = [];
  const options = charset === undefined ? {} : { charset };
  for await (const { line, cells } of readCsv(inPieces(buffer, size), options)) rows.push([line, ...cells]);
  return rows;
}

const errorIn = (...args: Parameters<typeof read>): Promise<InvalidCsv> =>
  read(...args).then(
    () => Promise.reject(new Error("the file was read without an error")),
    (error: InvalidCsv) => error,
  );

describe("encodings (J1)", () => {
  const text = "address,detail\r\nada@example.com,Grüße 東京 😀\r\n";
  const rows = [
    [1, "address", "detail"],
    [2, "ada@example.com", "Grüße 東京 😀"],
  ];
  const utf16le = Buffer.from(text, "utf16le");
  const utf16be = Buffer.from(utf16le).swap16();
  test.each([
    ["UTF-8", Buffer.from(text)],
    ["UTF-8 with a byte order mark", Buffer.from(`\uFEFF${text}`)],
    ["UTF-16LE with a byte order mark", Buffer.concat([Buffer.of(0xff, 0xfe), utf16le])],
    ["UTF-16BE with a byte order mark", Buffer.concat([Buffer.of(0xfe, 0xff), utf16be])],
    ["UTF-16LE without a byte order mark", utf16le],
    ["UTF-16BE without a byte order mark", utf16be],
  ])("%s is detected from the first bytes, whatever the size of the pieces", async (_, bytes) => {
    for (const size of [1, 3, 7, bytes.length]) expect(await read(bytes, { size })).toEqual(rows);
  });

  test.each([
    ["windows-1252", Buffer.from([0x61, 0x0a, 0x47, 0x72, 0xfc, 0xdf, 0x65]), "Grüße"],
    ["shift_jis", Buffer.from([0x61, 0x0a, 0x93, 0x8c, 0x8b, 0x9e]), "東京"],
  ])(
    "%s is read if the charset is given; otherwise the error names the line",
    async (charset, bytes, cell) => {
      expect(await read(bytes, { charset })).toEqual([
        [1, "a"],
        [2, cell],
      ]);
      for (const size of [1, 100]) {
        const problem = await errorIn(bytes, { size });
        expect([problem.line, problem.message]).toEqual([2, expect.stringContaining("not in UTF-8")]);
      }
    },
  );

  test("a mixed file fails at its first line in another encoding, wherever the pieces are cut", async () => {
    const bytes = Buffer.concat([Buffer.from("a\nüü\n東京\n"), Buffer.of(0xfc), Buffer.from("\nb\n")]);
    for (let size = 1; size < bytes.length; size += 1) expect((await errorIn(bytes, { size })).line).toBe(4);
  });

  test("a truncated last character and an unknown encoding fail", async () => {
    expect((await errorIn(Buffer.from("a\nü").subarray(0, 3))).line).toBe(2);
    expect((await errorIn("a\n", { charset: "x-nothing" })).message).toContain("x-nothing");
  });

  test("NULs are kept in their cell", async () => {
    expect(await read("ab\0c,d\n")).toEqual([[1, "ab\0c", "d"]]);
  });
});

describe("dialects and sizes (J2)", () => {
  test.each([
    [
      "quotes with line breaks",
      'a,"b\nc""d"\ne,f\n',
      [
        [2, "a", 'b\nc"d'],
        [3, "e", "f"],
      ],
    ],
    [
      "CR only",
      "a,b\rc,d\r",
      [
        [1, "a", "b"],
        [2, "c", "d"],
      ],
    ],
    [
      "mixed line breaks",
      "a,b\r\nc,d\ne,f\r\n",
      [
        [1, "a", "b"],
        [2, "c", "d"],
        [3, "e", "f"],
      ],
    ],
    [
      "a first line that ends in LF, before CRLF",
      "a,b\nc,d\r\ne,f\r\n",
      [
        [1, "a", "b"],
        [2, "c", "d"],
        [3, "e", "f"],
      ],
    ],
    [
      "ragged rows",
      "a,b\nc\nd,e,f\n",
      [
        [1, "a", "b"],
        [2, "c"],
        [3, "d", "e", "f"],
      ],
    ],
    [
      "no last line break, and empty lines",
      "a\n\n\nb",
      [
        [1, "a"],
        [4, "b"],
      ],
    ],
    [
      "semicolons",
      "a;b;c\nd;e,f;g\n",
      [
        [1, "a", "b", "c"],
        [2, "d", "e,f", "g"],
      ],
    ],
    [
      "tabs",
      "a\tb\nc\td\n",
      [
        [1, "a", "b"],
        [2, "c", "d"],
      ],
    ],
    ["a semicolon in quotes", '"a;b;c",d\n', [[1, "a;b;c", "d"]]],
    ["quotes in the middle", 'a"b"c,d\n', [[1, 'a"b"c', "d"]]],
    [
      "__proto__",
      "__proto__,a\n1,2\n",
      [
        [1, "__proto__", "a"],
        [2, "1", "2"],
      ],
    ],
    ["nothing", "", []],
  ])("%s", async (_, text, rows) => {
    for (const size of [1, 2, 1_000]) expect(await read(text, { size })).toEqual(rows);
  });

  test("ten thousand columns", async () => {
    const row = Array.from({ length: 10_000 }, (_, n) => `column ${n}`);
    expect(await read(row.join(","))).toEqual([[1, ...row]]);
  });

  test("an unclosed quote is an error that names the row", async () => {
    expect((await errorIn('a\nb\n"c\nd\ne\n')).message).toMatch(/^Line 3: .*never closed/);
  });

  test("a cell of 100 MB fails after its first megabyte, and the rest is not read", async () => {
    let pieces = 0;
    async function* endless() {
      yield Buffer.from("a\nb\n");
      for (; pieces < 1_600; pieces += 1) yield Buffer.alloc(65_536, "x");
    }
    const reading = (async () => {
      for await (const row of readCsv(endless())) expect(row.cells[0]).toMatch(/^[ab]$/);
    })();
    await expect(reading).rejects.toMatchObject({ name: "InvalidCsv", line: 3 });
    expect(pieces).toBeLessThan(40);
  });
});

test("the event loop keeps running while a large file is read, even if the caller needs long for each row", async () => {
  let turns = 0;
  let isCounting = true;
  const count = () => {
    turns += 1;
    if (isCounting) setImmediate(count);
  };
  count();
  const lines = "person\n".repeat(20_000);
  expect(await read(lines)).toHaveLength(20_000);
  expect(turns).toBeGreaterThanOrEqual(lines.length / 16_384);
  turns = 0;
  for await (const _ of readCsv(inPieces(Buffer.from("ada@example.com\n".repeat(20))))) {
    const end = performance.now() + 6;
    while (performance.now() < end);
  }
  expect(turns).toBeGreaterThanOrEqual(19);
  isCounting = false;
});

describe("no cell is a formula (J4)", () => {
  test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "＝1", "＠x", '"=1', " =1", "'=1", "''-1"])(
    "%j is escaped and read back unchanged",
    (cell) => {
      expect(writeCsvLine([cell])).toMatch(/^"'/);
      expect(readCell(`'${cell}`)).toBe(cell);
    },
  );

  test.each(["a=1", "'hello'", '"a"', "ada@example.com", ""])("%j is not escaped", (cell) => {
    expect(writeCsvLine([cell])).toBe(`"${cell.replaceAll('"', '""')}"\r\n`);
    expect(readCell(cell)).toBe(cell);
  });

  test("every cell is read back", async () => {
    const piece = fc.constantFrom(
      "'",
      '"',
      "=",
      "+",
      "-",
      "@",
      "\t",
      "\r",
      "\n",
      " ",
      "＝",
      "a",
      ",",
      ";",
      "ü",
    );
    const cell = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(""));
    await fc.assert(
      fc.asyncProperty(fc.array(cell, { minLength: 2, maxLength: 4 }), async (cells) => {
        const rows = await read(writeCsvLine(["first", "line"]) + writeCsvLine(cells));
        expect(rows[1]?.slice(1).map((cell) => readCell(String(cell)))).toEqual(cells);
      }),
    );
  });
});
