import { expect, test } from "vitest";
import { readMailbox, writeMailbox } from "./mailbox.ts";

test.each([
  ["ada@example.com", null, "ada@example.com"],
  ["Ada Lovelace <ada@example.com>", "Ada Lovelace", "ada@example.com"],
  ['"Lovelace, Ada \\"A\\"" <ada@example.com>', 'Lovelace, Ada "A"', "ada@example.com"],
  ['"<script>" <x@example.com>', "<script>", "x@example.com"],
  ["<x@example.com>", null, "x@example.com"],
  ["", null, ""],
])("%s is read as name and address", (text, name, address) => {
  expect(readMailbox(text)).toEqual({ name, address });
});

test.each([
  [null, "ada@example.com"],
  ["  ", "ada@example.com"],
  ["Ada Lovelace", "Ada Lovelace <ada@example.com>"],
  ["Émilie du Châtelet", "Émilie du Châtelet <ada@example.com>"],
  ["Lovelace, Ada", '"Lovelace, Ada" <ada@example.com>'],
  ['Ada "A" \\ B.', '"Ada \\"A\\" \\\\ B." <ada@example.com>'],
])("the name %j is written as %s", (name, text) => {
  expect(writeMailbox({ name, address: "ada@example.com" })).toBe(text);
});
