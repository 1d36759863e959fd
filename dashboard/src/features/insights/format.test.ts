import { expect, test } from "vitest";
import { formatShare } from "./format.ts";

test.each([
  [1, "100%"],
  [0.9999, "99.9%"],
  [0.98345, "98.3%"],
  [0.57, "57%"],
  [0.0031, "0.31%"],
  [0.00001, "0.01%"],
  [0, "0%"],
  [null, "–"],
])("a share of %d is written %s", (share, text) => {
  expect(formatShare(share)).toBe(text);
});

test("shares in steps of 0.1% are written exactly", () => {
  for (let tenths = 10; tenths <= 1_000; tenths++)
    expect(formatShare(tenths / 1_000)).toBe(`${tenths / 10}%`);
});
