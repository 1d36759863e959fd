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

test("earlier results stay only if they contain the words typed since", () => {
  expect(labelsOf("ada", true)).toEqual(["ada@example.com", "adam@example.com", "ada.example"]);
  expect(labelsOf("Ada love", false)).toEqual(["ada@example.com"]);
  expect(labelsOf("grace", false)).toEqual([]);
});

test("fewer than two characters find nothing", () => {
  expect(labelsOf("a", true)).toEqual([]);
  expect(labelsOf(" a", false)).toEqual([]);
});
