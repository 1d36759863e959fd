import { expect, test } from "vitest";
import { selectRange } from "./select-range.ts";

const ids = ["a", "b", "c", "d"];

test.each([
  ["one row", [], undefined, "b", ["b"]],
  ["a selected row", ["b"], undefined, "b", []],
  ["a range downwards", ["a"], "a", "c", ["a", "b", "c"]],
  ["a range upwards", ["d"], "d", "b", ["b", "c", "d"]],
  ["a range to a selected row", ["a", "b", "c"], "a", "c", []],
  ["a range from a row that has left the page", [], "z", "b", ["b"]],
])("%s is toggled", (_, selected, from, to, expected) => {
  expect([...selectRange({ ids, selected: new Set(selected), from, to })].sort()).toEqual(expected);
});
