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

test("British spelling is reported, but not the attribute aria-labelledby", () => {
  expect(findWords("src/a.ts", "/** The colour of a cancelled email. */")).toHaveLength(1);
  expect(findWords("src/a.tsx", '<p aria-labelledby="title" />')).toEqual([]);
});

test("the word fault is allowed only in tests", () => {
  expect(findWords("src/a.ts", "/** A fault. */\n")).toHaveLength(1);
  expect(findWords("src/a.test.ts", "/** A fault. */\n")).toEqual([]);
});

test("in the glossary, only the last cell of a row may contain words that are not used", () => {
  const text =
    "A lane.\n\n## Glossary\n\n| partition | … | lane |\n| queue | a lane | |\n\n## Next\n\n| a | lane |\n";
  const findings = findWords("docs/architecture.md", text);
  expect(findings.map((finding: string) => finding.split(":")[1])).toEqual(["1", "6", "10"]);
});
