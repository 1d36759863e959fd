import { expect, test } from "vitest";
import { describeLines, familiesOf, gapsByFamily } from "./families.ts";

const client = (id: string, family: string, platform: string) => ({
  id,
  family,
  platform,
  supported: 100,
  partial: 0,
  unsupported: 0,
});
const CLIENTS = [
  client("gmail.web", "Gmail", "web"),
  client("gmail.ios", "Gmail", "iOS"),
  client("outlook.windows", "Outlook", "Windows"),
  client("apple-mail.ios", "Apple Mail", "iOS"),
];

test("each family is named once", () => {
  expect(familiesOf(CLIENTS)).toEqual([
    { slug: "gmail", name: "Gmail" },
    { slug: "outlook", name: "Outlook" },
    { slug: "apple-mail", name: "Apple Mail" },
  ]);
});

test("platforms of a family with the same result share a row, and families without gaps have none", () => {
  const gaps = [
    { id: "gmail.web", support: "partial" as const, note: "Only in the head." },
    { id: "outlook.windows", support: "unsupported" as const, note: null },
    { id: "gmail.ios", support: "partial" as const, note: "Only in the head." },
  ];
  expect(gapsByFamily(gaps, CLIENTS)).toEqual([
    {
      slug: "gmail",
      name: "Gmail",
      groups: [{ support: "partial", platforms: ["web", "iOS"], note: "Only in the head." }],
    },
    {
      slug: "outlook",
      name: "Outlook",
      groups: [{ support: "unsupported", platforms: ["Windows"], note: null }],
    },
  ]);
});

test.each([
  [[3], "Line 3"],
  [[3, 1200], "Lines 3, 1,200"],
  [[1, 2, 3, 4, 5, 6, 7, 8, 9], "Lines 1, 2, 3, 4, 5, 6, 7, 8, …"],
])("lines %j are shown as %s", (lines, text) => {
  expect(describeLines(lines)).toBe(text);
});
