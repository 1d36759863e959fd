import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Codes in test titles, such as `E7`. Only titles count, because data may contain similar text. */
function namedCodes(): Set<string> {
  const titles = execFileSync(
    "git",
    [
      "grep",
      "-hE",
      String.raw`\b[A-M][0-9]{1,2}\b`,
      "--",
      "*.test.ts",
      "*.test.tsx",
      "test/prove/*.ts",
      "test/prove/**/*.ts",
    ],
    { cwd: root, encoding: "utf8" },
  );
  return new Set(titles.match(/\b[A-M](?:[1-9]|[1-3]\d)\b/g) ?? []);
}

test("every row of docs/checklist.md is named by a test", async () => {
  const page = await readFile(`${root}docs/checklist.md`, "utf8");
  const rows = [...page.matchAll(/^\| ([A-M]\d+)(?: to [A-M](\d+))? \|/gm)].map(([, code]) => code as string);
  const named = namedCodes();
  expect(rows.length).toBeGreaterThan(150);
  expect(rows.filter((code) => !named.has(code))).toEqual([]);
});

test("every code at the start or the end of a test's title is a row of docs/checklist.md", async () => {
  const page = await readFile(`${root}docs/checklist.md`, "utf8");
  const listed = new Set(page.match(/\b[A-M]\d{1,2}\b/g));
  for (let phase = 1; phase <= 12; phase += 1) listed.add(`E${phase}`);
  const titles = execFileSync(
    "git",
    [
      "grep",
      "-hoE",
      String.raw`(test|describe)(\.each\(.*\))?\("([A-M][0-9]{1,2} )+|\(([A-M][0-9]{1,2}[, ]*)+\)"`,
      "--",
      "*.test.ts",
    ],
    { cwd: root, encoding: "utf8" },
  );
  const unknown = (titles.match(/\b[A-M]\d{1,2}\b/g) ?? []).filter((code) => !listed.has(code));
  expect([...new Set(unknown)]).toEqual([]);
});
