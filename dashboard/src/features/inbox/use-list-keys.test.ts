import { expect, test } from "vitest";
import { targetOf } from "./use-list-keys.ts";

test.each([
  ["j", 0, 1],
  ["ArrowDown", 1, 2],
  ["k", 1, 0],
  ["ArrowUp", 2, 1],
  ["Home", 2, 0],
  ["End", 0, 2],
  ["j", 2, undefined],
  ["k", 0, undefined],
  ["x", 1, undefined],
  ["constructor", 1, undefined],
])("%s moves from %d to %s", (key, index, target) => {
  expect(targetOf(key, index, 3)).toBe(target);
});

test("keys do nothing when no message has the focus", () => {
  expect(targetOf("j", -1, 3)).toBeUndefined();
});
