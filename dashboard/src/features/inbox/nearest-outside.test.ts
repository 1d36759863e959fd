import { expect, test } from "vitest";
import { nearestOutside } from "./nearest-outside.ts";

test.each([
  ["the next one follows", "b", ["b"], "c"],
  ["deleted ones are skipped", "b", ["b", "c"], "d"],
  ["after the last one, the one before follows", "d", ["d", "c"], "b"],
  ["none is left", "a", ["a", "b", "c", "d"], undefined],
  ["the message is not on the page", "z", ["z"], "a"],
])("%s", (_what, id, excluded, expected) => {
  expect(nearestOutside(["a", "b", "c", "d"], id, excluded)).toBe(expected);
});
