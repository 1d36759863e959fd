import { expect, test } from "vitest";
import { formatCount } from "./format-count.ts";

test.each([
  [0, "0"],
  [9_999, "9,999"],
  [10_000, "10,000+"],
])("%d of at most 10,000 counted is %s", (count, text) => {
  expect(formatCount(count, 10_000)).toBe(text);
});
