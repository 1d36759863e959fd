import { expect, test } from "vitest";
import { readMailbox } from "./mailbox.ts";

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
