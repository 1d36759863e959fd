import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** The letters of the page's sections. */
const LETTER = "[A-MQRT]";
const CODE = new RegExp(String.raw`\b${LETTER}\d{1,2}\b`, "g");

/** Codes at the start of a title, such as `test("E7 …`, and at the end of a title or of a table's row, such as `… (E7, E8)"`. */
const IN_TITLES = String.raw`(test|describe)(\.each\(.*\))?\("(${LETTER}[0-9]{1,2} )+|\((${LETTER}[0-9]{1,2}[, ]*)+\)["\`]`;

/** Text around the codes does not count: comments and data may contain similar text. */
function namedCodes(): Set<string> {
  const files = ["*.test.ts", "*.test.tsx", "test/prove/*.ts", "test/prove/**/*.ts"];
  const titles = execFileSync("git", ["grep", "-hoE", IN_TITLES, "--", ...files], {
    cwd: root,
    encoding: "utf8",
  });
  return new Set(titles.match(CODE) ?? []);
}

async function listedCodes(): Promise<string[]> {
  const page = await readFile(`${root}docs/checklist.md`, "utf8");
  return [...page.matchAll(/^\| ([A-Z]\d{1,2}) \|/gm)].map(([, code]) => code as string);
}

test("every row of docs/checklist.md is named by a test", async () => {
  const named = namedCodes();
  const rows = await listedCodes();
  expect(rows.length).toBeGreaterThan(150);
  expect(rows.filter((code) => !named.has(code))).toEqual([]);
});

test("every code at the start or the end of a test's title is a row of docs/checklist.md", async () => {
  const rows = new Set(await listedCodes());
  // Phases of a delivery, in tests that kill it in each of them.
  for (let phase = 1; phase <= 12; phase += 1) rows.add(`E${phase}`);
  expect([...namedCodes()].filter((code) => !rows.has(code))).toEqual([]);
});
