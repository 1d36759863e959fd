import { describe, expect, test } from "vitest";
import { searchPatterns, searchText } from "./search-text.ts";

/** Matches a pattern like PostgreSQL's LIKE. */
function isLike(text: string, pattern: string): boolean {
  const source = pattern.replace(/\\(.)|[%_]|[^\\]/gs, (part, escaped: string | undefined) => {
    if (part === "%") return ".*";
    if (part === "_") return ".";
    return (escaped ?? part).replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
  });
  return new RegExp(`^${source}$`, "s").test(text);
}

function finds(search: string, contact: { emailKey: string; name: string | null }): boolean {
  return searchPatterns(search).some((pattern) => isLike(searchText(contact), pattern));
}

describe("searchPatterns of searchText", () => {
  test.each([
    ["smi", "anna.smith@example.com", null, true],
    ["SMITH@EX", "anna.smith@example.com", null, true],
    ["@gm", "a@gmail.com", null, true],
    ["100%", "a@example.com", "100% Ada", true],
    ["100%", "a@example.com", "1000 Ada", false],
    ["a_b", "a_b@example.com", null, true],
    ["a_b", "axb@example.com", null, false],
    ["back\\slash", "a@example.com", "back\\slash", true],
    ["müller", "a@example.com", "Anna MULLER", true],
    ["muller", "a@example.com", "Anna Müller", true],
    ["i̇stanbul", "a@example.com", "İSTANBUL", true],
    ["владимир", "a@example.com", "ВЛАДИМИР Путевой", true],
    ["田中", "a@example.com", "佐藤田中", true],
    ["田", "a@example.com", "佐藤田中", true],
    ["ｆｕｌｌ", "a@example.com", "Full Width", true],
    ["😀", "a@example.com", "Smile 😀", true],
    ["anna  lee ", "a@example.com", "Anna Lee", true],
  ])("%s in %s, %s: %s", (search, emailKey, name, found) => {
    expect(finds(search, { emailKey, name })).toBe(found);
  });

  test.each([
    ["an", true],
    ["sm", true],
    ["mi", false],
    ["ex", false],
    ["a", true],
  ])(
    "one or two letters (%s) match only the beginning of the address or of a word of the name: %s",
    (search, found) => {
      expect(finds(search, { emailKey: "anna@example.com", name: "Ann Smith" })).toBe(found);
    },
  );

  test("a blank search has no pattern", () => {
    expect(searchPatterns("  ")).toEqual([]);
  });
});
