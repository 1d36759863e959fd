import { expect, test } from "vitest";
import { findWords } from "./check-words.mjs";

test("a banned word is reported with its place and a suggestion", () => {
  expect(findWords("src/a.ts", "const a = 1;\n/** The lane of a domain. */\n")).toEqual([
    'src/a.ts:2: "lane": write partition, throttle or concurrency',
  ]);
});

test("a headless clause is reported, a question is not", () => {
  expect(findWords("src/a.ts", "/** What waits is taken. */\n")).toHaveLength(1);
  expect(findWords("docs/a.md", "What is a relay?\n")).toEqual([]);
});

test("product code has no faults, tests may inject them", () => {
  expect(findWords("src/a.ts", "/** A fault. */\n")).toHaveLength(1);
  expect(findWords("src/a.test.ts", "/** A fault. */\n")).toEqual([]);
});

test("the glossary may list the words that are not used", () => {
  const text = "# Architecture\n\nA lane.\n\n## Glossary\n\n| partition | … | lane |\n";
  expect(findWords("docs/architecture.md", text)).toHaveLength(1);
});
