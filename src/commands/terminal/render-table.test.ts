import { expect, test } from "vitest";
import { localTime } from "./local-time.ts";
import { renderTable } from "./render-table.ts";

type Row = { name: string; note: string };
const columns = [
  { title: "NAME", of: ({ name }: Row) => name },
  { title: "NOTE", of: ({ note }: Row) => note },
];

test("columns are aligned, with wide characters counted as two cells", () => {
  expect(
    renderTable(columns, [
      { name: "ada", note: "x" },
      { name: "日本", note: "y" },
      { name: "👩‍💻", note: "z" },
    ]),
  ).toBe("NAME  NOTE\nada   x\n日本  y\n👩‍💻    z\n");
});

test("with a width, the widest column is cut; without one, nothing is", () => {
  const rows = [{ name: "ada@example.com", note: "a subject that is far too long for this terminal" }];
  expect(renderTable(columns, rows)).toContain("for this terminal\n");
  const [title = "", line = ""] = renderTable(columns, rows, { width: 40 }).split("\n");
  expect(line).toHaveLength(40);
  expect(title).toBe("NAME             NOTE");
  expect(line).toBe("ada@example.com  a subject that is far …");
});

test("control characters and tabs do not reach the terminal", () => {
  const table = renderTable(columns, [{ name: "a\tb", note: "\u001b[2Jc\nd" }]);
  expect(table).not.toMatch(/[^\P{Cc}\n]/u);
  expect(table.split("\n")).toHaveLength(3);
});

test("local times keep milliseconds and have an offset, so that they name the same instant", () => {
  const before = process.env.TZ;
  try {
    process.env.TZ = "Asia/Kolkata";
    expect(localTime("2026-11-21T20:30:00.042Z")).toBe("2026-11-22T02:00:00.042+05:30");
    process.env.TZ = "America/St_Johns";
    expect(localTime("2026-11-21T02:30:00.042Z")).toBe("2026-11-20T23:00:00.042-03:30");
    process.env.TZ = "UTC";
    expect(localTime("2026-11-21T20:30:00.042Z")).toBe("2026-11-21T20:30:00.042Z");
    expect(localTime(null)).toBe("-");
  } finally {
    process.env.TZ = before ?? "UTC";
  }
});
