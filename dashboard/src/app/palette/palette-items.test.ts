import { expect, test } from "vitest";
import { foundItems } from "./palette-items.ts";
import type { Found } from "./use-found.ts";

const FOUND = {
  emails: [],
  contacts: [
    { id: "c1", email: "ada@example.com", name: "Ada Lovelace" },
    { id: "c2", email: "adam@example.com", name: null },
  ],
  domains: [{ name: "ada.example", status: "verified" }],
} as unknown as Found;

const labelsOf = (text: string, isSearched: boolean) =>
  foundItems(FOUND, { text, isSearched }).map(({ label }) => label);

test("what an earlier search found stays only if it contains the words that were typed since", () => {
  expect(labelsOf("ada", true)).toEqual(["ada@example.com", "adam@example.com", "ada.example"]);
  expect(labelsOf("Ada love", false)).toEqual(["ada@example.com"]);
  expect(labelsOf("grace", false)).toEqual([]);
});

test("nothing is found with less text than a search needs", () => {
  expect(labelsOf("a", true)).toEqual([]);
  expect(labelsOf(" a", false)).toEqual([]);
});
